import { notFound } from "@/lib/errors";
import { failure } from "@/lib/http/route";

const missing = () => failure(notFound("resource"));

/** Everything under /api that no route serves: JSON, as all of /api. */
export { missing as DELETE, missing as GET, missing as PATCH, missing as POST, missing as PUT };
