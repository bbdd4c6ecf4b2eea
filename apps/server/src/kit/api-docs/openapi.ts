import { allRoutes } from '@vitrine/contract';
import { ErrorAnswer, paramNames, type AnyRoute } from '@vitrine/contract/core';
import type { FastifyInstance } from 'fastify';
import { jsonSchema } from '../http/answers.ts';

let document: string | null = null;

/** The OpenAPI document of every mounted route. It is built at the first request. */
export function mountOpenApi(app: FastifyInstance) {
  app.get('/api/openapi.json', { config: { access: 'public' } }, async (_request, reply) => {
    document ??= JSON.stringify(openApi());
    return reply.type('application/json; charset=utf-8').send(document);
  });
}

const accessDescriptions: Record<AnyRoute['access'], string> = {
  public: 'Anybody.',
  showcase: 'Members; visitors too while the showcase is open.',
  member: 'Any signed-in member of the school.',
  staff: 'Staff: any role but student.',
  admin: 'Owner or admin.',
};

const description = `Every call of the members area.

A POST that answers 201, or starts an import, takes the header \`Idempotency-Key\`: within ten minutes, a repetition
with the same key and body creates nothing, and gets the first answer. Uploads and access links are made anew.`;

function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, domain, route } of allRoutes) {
    const operation = {
      operationId: name,
      tags: [domain],
      description: `${accessDescriptions[route.access]} Source: ${route.source}.`,
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
    info: { title: 'Vitrine', version: '1', description },
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorAnswer) },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'vitrine',
          description:
            'Sign in at /entrar: the browser then sends the cookie by itself. Over https its name is `__Host-vitrine`.',
        },
      },
    },
  };
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

/** A GET that writes is refused without it (contract, Tenants). */
const tenantHeader = {
  name: 'tenantId',
  in: 'header',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};

function parameters({ path, params, query, writes }: AnyRoute) {
  const inPath = paramNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: params[name] ? jsonSchema(params[name], 'input') : { type: 'integer', minimum: 1 },
  }));
  const querySchema = query
    ? (jsonSchema(query, 'input') as { properties?: object; required?: string[] })
    : {};
  const inQuery = Object.entries(querySchema.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: querySchema.required?.includes(name) ?? false,
    schema,
  }));
  return [...inPath, ...inQuery, ...(writes ? [tenantHeader] : [])];
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
  return { requestBody: { required: true, content } };
}
