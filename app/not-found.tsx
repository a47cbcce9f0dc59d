import type { Metadata } from "next";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="column py-16">
      <h1 className="text-lg font-semibold">Not found</h1>
      <p className="mt-1 mb-4 text-muted">This page does not exist, or you may not see it.</p>
      <Link href="/" className={buttonClass("primary")}>
        All tasks
      </Link>
    </main>
  );
}
