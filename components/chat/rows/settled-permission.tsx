import { Ban, Check, CircleHelp, ShieldAlert, ShieldX, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PermissionDecisionView, SettledPermissionView } from "@/lib/views";
import { ActionDetails } from "../../decisions/permission/action-details";
import { decidedBy, settledDetail, settledTitle } from "../../decisions/permission/wording";
import { useDecisionTexts } from "../../decisions/use-decision-texts";
import { Ago } from "../../ui/age";

const ICONS = {
  approved: { icon: Check, look: "text-good" },
  rejected: { icon: ShieldX, look: "text-bad" },
  cancelled: { icon: Ban, look: "text-bad" },
  lost: { icon: TriangleAlert, look: "text-permission" },
  unknown: { icon: CircleHelp, look: "text-permission" },
  expired: { icon: TriangleAlert, look: "text-muted" },
  undecided: { icon: CircleHelp, look: "text-muted" },
} as const satisfies Record<SettledPermissionView["outcome"], unknown>;

/** A permission prompt that is over: what was asked, which option was chosen, by whom and from where. */
export function SettledPermission({ permission }: { permission: SettledPermissionView }) {
  const texts = useDecisionTexts();
  const { decision, outcome } = permission;
  const { icon: Icon, look } = ICONS[outcome];
  const detail = settledDetail(texts, permission);
  return (
    <article
      data-testid="settled-permission"
      data-outcome={outcome}
      className="border-s-2 border-permission-soft ps-3"
    >
      <p className="mb-1 flex items-center gap-1.5 text-meta text-muted">
        <ShieldAlert size={14} className="shrink-0 text-permission" aria-hidden />
        <span className="font-medium text-ink">{texts.t(`action.${permission.action.type}`)}</span>
        <Ago at={permission.created_at} />
      </p>
      <ActionDetails action={permission.action} title={permission.title} cap="max-h-40" />
      <p className="mt-1 flex items-start gap-1.5 text-meta text-muted">
        <Icon size={14} className={`mt-[3px] shrink-0 ${look}`} aria-hidden />
        <span className="min-w-0">
          {decision !== null && decision.option_name !== "" && (
            <>
              <bdi className="font-medium text-ink">{decision.option_name}</bdi>
              {" · "}
            </>
          )}
          {settledTitle(texts, permission)}
          {decision !== null && (
            <>
              {" "}
              <Ago at={decision.at} />
            </>
          )}
          {detail !== "" && ` · ${detail}`}
        </span>
      </p>
      {permission.attempts.length > 0 && <Attempts attempts={permission.attempts} />}
    </article>
  );
}

/** Who else chose something, to no effect. */
function Attempts({ attempts }: { attempts: readonly PermissionDecisionView[] }) {
  const t = useTranslations("decisions");
  const chat = useTranslations("chat.settled");
  return (
    <details className="mt-0.5 text-meta text-muted" data-testid="permission-attempts">
      <summary className="rounded-sm pointer-coarse:min-h-11 pointer-coarse:py-3">
        {chat("attempts", { count: attempts.length })}
      </summary>
      <ul className="ps-4">
        {attempts.map((attempt, index) => (
          <li key={index}>
            {t.rich("attempt", {
              ...decidedBy(attempt),
              option: () => (
                <bdi>{attempt.option_name === "" ? t("option.cancel") : attempt.option_name}</bdi>
              ),
              age: () => <Ago at={attempt.at} />,
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}
