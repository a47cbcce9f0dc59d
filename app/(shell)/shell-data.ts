import { cache } from "react";
import { pageRead } from "@/lib/http/page-context";
import { listInbox } from "@/lib/inbox/list-inbox";
import { listTaskItems } from "@/lib/tasks/list-task-items";
import { getMe } from "@/lib/users/get-me";

/** As many as the sidebar and the list show; blocked ones come first. */
const SHOWN_TASKS = 200;

/** The caller's tasks, read once for each request: sidebar and list show the same. */
export const shellTasks = cache(() => pageRead((ctx) => listTaskItems(ctx, { limit: SHOWN_TASKS })));

/** Who is signed in, read once for each request; null on a server without accounts. */
export const shellMe = cache(() => pageRead(getMe));

/** What waits for the caller, read once for each request: the sidebar counts it, the inbox shows it. */
export const shellInbox = cache(() => pageRead(listInbox));
