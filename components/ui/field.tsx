import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useId } from "react";

/** Looks of what is typed into: text, area, select. */
export const FIELD =
  "w-full rounded-md border border-line-strong bg-raised px-2.5 py-1.5 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]";

interface FrameProps {
  id: string;
  label: string;
  optional?: boolean;
  /** What to know before typing. */
  hint?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A label, the control with this `id`, and its hint, which the control names as `${id}-hint`. */
export function FieldFrame({ id, label, optional = false, hint, className, children }: FrameProps) {
  const t = useTranslations("common");
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
        {optional && <span className="font-normal text-muted"> {t("optional")}</span>}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-meta text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<ComponentProps<"input">, "id" | "className"> &
  Pick<FrameProps, "label" | "optional" | "hint" | "className"> & {
    invalid?: boolean;
    /** A control inside the field's end. */
    end?: ReactNode;
  };

/** One line of text with its label. */
export function TextField({
  label,
  optional,
  hint,
  className,
  invalid = false,
  end,
  ...input
}: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} optional={optional} hint={hint} className={className}>
      <span className="relative block">
        <input
          id={id}
          dir="auto"
          aria-invalid={invalid || undefined}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          className={clsx(FIELD, end !== undefined && "pe-16", invalid && "border-bad")}
          {...input}
        />
        {end}
      </span>
    </FieldFrame>
  );
}
