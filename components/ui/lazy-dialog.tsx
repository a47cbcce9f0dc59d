"use client";

import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { announce } from "@/lib/client/announce";
import { networkFailure } from "@/lib/client/http";
import { useFailureText } from "./use-failure-text";

/** A dialog that is loaded when it is first opened. One that cannot be loaded says so and closes; opening it again tries again. */
export function lazyDialog<Props extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
    const failureText = useFailureText();
    const giveUp = useEffectEvent((error: unknown) => {
      announce(failureText(networkFailure(error)));
      props.onClose();
    });
    useEffect(() => {
      load().then((loaded) => setDialog(() => loaded), giveUp);
    }, []);
    return Dialog && <Dialog {...props} />;
  };
}
