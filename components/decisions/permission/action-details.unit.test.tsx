import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { readMessages } from "@/lib/i18n/read-messages";
import { projectAction } from "@/lib/permissions/project-action";
import { PRESENTABLE_LENGTH } from "@/lib/redaction/redact";
import { ActionDetails } from "./action-details";

const messages = await readMessages("en");
const TITLE = "List the files";
const LEFT_OUT = "Not shown: too long";

/** The box of the thing itself, and the whole, of a prompt as it leaves the owning process. */
function show(kind: string, rawInput: object) {
  const action = projectAction({ title: TITLE, kind, details: { rawInput } });
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <ActionDetails action={action} title={TITLE} cap="" />
    </NextIntlClientProvider>,
  );
  return { box: /<pre[^>]*>(.*?)<\/pre>/s.exec(html)?.[1] ?? "", html };
}

const long = "a".repeat(PRESENTABLE_LENGTH);

describe("what an agent wants to do", () => {
  it.each([
    ["execute", { command: `echo ${long}`, description: "harmless" }],
    ["edit", { file_path: `/srv/${long}`, description: "harmless" }],
    ["fetch", { url: "https://:::", description: "harmless" }],
  ])(
    "PR12: is said to be missing where it cannot be shown, not replaced by the agent's words: %s",
    (kind, input) => {
      const { box, html } = show(kind, input);
      expect(box).toContain(LEFT_OUT);
      expect(box).not.toMatch(/harmless|List the files/);
      expect(html).toContain(TITLE);
    },
  );

  it("is in its box where it can be shown, with what is masked in it", () => {
    const { box, html } = show("execute", { command: "deploy --token abcdefgh" });
    expect(box).toContain("deploy --token [redacted]");
    expect(html).not.toContain(LEFT_OUT);
  });

  it("is what the agent says where it named no thing", () => {
    const { box, html } = show("execute", {});
    expect(box).toContain(TITLE);
    expect(html).not.toContain(LEFT_OUT);
  });
});
