import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { readMessages } from "@/lib/i18n/read-messages";
import { Markdown } from "./markdown";

const messages = await readMessages("en");
const html = (text: string) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
      <Markdown text={text} />
    </NextIntlClientProvider>,
  );

describe("what agents write", () => {
  it("shows raw HTML as text", () => {
    const out = html("<script>alert(1)</script> <img src=x onerror=alert(1)>");
    expect(out).not.toMatch(/<script|<img/);
    expect(out).toContain("&lt;script&gt;");
  });

  it("drops addresses that run code and keeps their words", () => {
    for (const address of ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x"]) {
      const out = html(`[word](${address})`);
      expect(out).not.toContain("href");
      expect(out).toContain("word");
    }
  });

  it("loads no image by itself: it is a link", () => {
    const out = html("![pixel](https://example.com/p.png)");
    expect(out).not.toContain("<img");
    expect(out).toContain('href="https://example.com/p.png"');
    expect(out).toContain("Image: pixel");
  });

  it("opens links elsewhere, without a way back to this page", () => {
    expect(html("[a](https://example.com)")).toContain('target="_blank" rel="noopener noreferrer nofollow"');
  });

  it("keeps line breaks, and keeps headings out of the page's outline", () => {
    expect(html("one\ntwo")).toContain("<br/>");
    expect(html("# Title")).not.toContain("<h1");
  });
});
