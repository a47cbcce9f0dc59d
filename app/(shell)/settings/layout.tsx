import type { ReactNode } from "react";
import { Texts } from "@/components/ui/texts";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <Texts of={["settings"]}>{children}</Texts>;
}
