import Link from "next/link";
import { buttonClass } from "@/components/ui/button";

export default function NotFound() {
  return (
    <div className="column py-16">
      <h1 className="text-lg font-semibold">Not found</h1>
      <p className="mt-1 mb-4 text-muted">This task does not exist, or you may not see it.</p>
      <Link href="/" className={buttonClass("primary")}>
        All tasks
      </Link>
    </div>
  );
}
