import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { permissionSchema } from "@/lib/permissions/list-live";
import * as shapes from "@/lib/shapes";
import { VERSION } from "@/lib/version";
import { type Operation, OPERATIONS } from "./operations";

const errorShape = z.object({ error: z.string(), code: z.string() });

/** Shapes that are described once, under these names. */
const schemas = {
  Workspace: shapes.workspaceShape,
  Workflow: shapes.workflowShape,
  WorkflowStep: shapes.stepShape,
  Task: shapes.taskShape,
  Session: shapes.sessionShape,
  Message: shapes.messageShape,
  Permission: permissionSchema,
  PermissionResolution: shapes.permissionResolutionShape,
  Response: shapes.responseShape,
  Resolution: shapes.resolutionShape,
  AgentProfile: shapes.agentProfileShape,
  Credential: shapes.credentialShape,
  Error: errorShape,
};

const json = (schema: z.ZodType) => ({ "application/json": { schema } });

function operation(
  name: string,
  { summary, query, body, answers, open }: Operation,
): ZodOpenApiOperationObject {
  const ids = [...name.matchAll(/\[(\w+)\]/g)].map(([, id = ""]) => [id, z.string()] as const);
  return {
    summary,
    ...(open === true && { security: [] }),
    requestParams: {
      ...(ids.length > 0 && { path: z.object(Object.fromEntries(ids)) }),
      ...(query !== undefined && { query }),
    },
    ...(body !== undefined && { requestBody: { content: json(body) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, shape]) => [
          status,
          {
            description: Number(status) < 300 ? "Done" : "Not now",
            content: shape === null ? { "text/event-stream": { schema: z.string() } } : json(shape),
          },
        ]),
      ),
      default: { description: "What went wrong, with a stable code", content: json(errorShape) },
    },
  };
}

/**
 * The OpenAPI 3.1 description of REST, from the schemas that check the requests. Answers may gain keys: objects are open
 * (contract, precedence).
 */
export function openApiDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, about] of Object.entries(OPERATIONS)) {
    const [method = "", path = ""] = name.split(" ");
    const at = path.replace(/\[(\w+)\]/g, "{$1}");
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation(name, about) };
  }
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Kandev",
        version: VERSION,
        description: "Questions and permission prompts of coding agents, answered by people.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      security: [{ token: [] }, {}],
      paths,
      components: {
        schemas,
        securitySchemes: {
          token: {
            type: "http",
            scheme: "bearer",
            description: "A personal access token, on a server with accounts",
          },
        },
      },
    },
    {
      override: ({ jsonSchema, io }) => {
        if (io === "output" && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    },
  );
}
