import { paramNames, type AnyRoute } from '@vitrine/contract/core';
import { ErrorAnswer } from '@vitrine/contract/core';
import { allRoutes } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../platform/html.ts';
import { jsonSchema } from './answers.ts';

let made: string | null = null;

/** The OpenAPI document of every mounted call, and the page that shows it. Made when first asked for. */
export function mountDocs(app: FastifyInstance) {
  app.get('/api/openapi.json', async (_request, reply) => {
    made ??= JSON.stringify(openApi());
    return reply.type('application/json; charset=utf-8').send(made);
  });
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage()),
  );
}

const whoMay: Record<AnyRoute['access'], string> = {
  public: 'Anybody.',
  showcase: 'Members; visitors too while the showcase is open.',
  member: 'Any signed-in member of the school.',
  staff: 'Staff: any role but student.',
  admin: 'Owner or admin.',
};

function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, domain, route } of allRoutes) {
    const operation = {
      operationId: name,
      tags: [domain],
      description: `${whoMay[route.access]} Source: ${route.source}.`,
      parameters: parameters(route),
      ...requestBody(route),
      responses: {
        [route.status]: route.answer
          ? { description: 'Done', content: json(jsonSchema(route.answer)) }
          : { description: 'Done' },
        default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Error' }) },
      },
      ...(route.access !== 'public' && { security: [{ session: [] }] }),
    };
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vitrine', version: '1', description: 'Every call of the members area.' },
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorAnswer) },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'vitrine' } },
    },
  };
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

function parameters({ path, params, query }: AnyRoute) {
  const inPath = paramNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: params[name] ? jsonSchema(params[name], 'input') : { type: 'integer', minimum: 1 },
  }));
  const asked = query
    ? (jsonSchema(query, 'input') as { properties?: object; required?: string[] })
    : {};
  const inQuery = Object.entries(asked.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: asked.required?.includes(name) ?? false,
    schema,
  }));
  return [...inPath, ...inQuery];
}

function requestBody({ body, files }: AnyRoute) {
  const schema = body ? jsonSchema(body, 'input') : null;
  const parts = Object.keys(files);
  if (!schema && !parts.length) return {};
  const content: Record<string, unknown> = schema ? json(schema) : {};
  if (parts.length)
    content['multipart/form-data'] = {
      schema: {
        ...schema,
        type: 'object',
        properties: {
          ...(schema?.['properties'] as object),
          ...Object.fromEntries(parts.map((part) => [part, { type: 'string', format: 'binary' }])),
        },
      },
    };
  return { requestBody: { content } };
}

function docsPage() {
  const rows = allRoutes
    .map(
      ({ name, route }) =>
        `<tr><td>${route.method}</td><td><code>${escapeHtml(route.path)}</code></td><td>${escapeHtml(name)}</td><td>${escapeHtml(whoMay[route.access])}</td><td>${escapeHtml(route.source)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Vitrine API</title><style>
body{margin:0;background:#0b0b0f;color:#f6f5f3;font:15px/1.5 system-ui,sans-serif}main{max-width:1120px;margin:auto;padding:44px 20px;overflow-x:auto}
h1{font-size:28px;letter-spacing:-.02em}a{color:#9dbcff}table{border-collapse:collapse;width:100%}td,th{padding:10px 12px;text-align:left;border-top:1px solid #ffffff17;vertical-align:top}
th{color:#bfbec7;font-weight:500}code{font-size:13px}td:first-child{font-weight:600}
</style></head><body><main><h1>Vitrine API</h1><p>${allRoutes.length} calls. The whole document, with every shape: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1, for any client or viewer).</p>
<table><thead><tr><th>Method</th><th>Path</th><th>Operation</th><th>Who</th><th>Source</th></tr></thead><tbody>${rows}</tbody></table></main></body></html>`;
}
