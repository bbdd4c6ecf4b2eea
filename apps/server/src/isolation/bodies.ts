import type { AnyRoute } from '@vitrine/contract/core';
import { jsonSchema } from '../kit/http/answers.ts';

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  minLength?: number;
  default?: unknown;
};

/** The values for ids and paths in a body. */
interface Foreign {
  id: number;
  /** Ids for a list, of `own` and of the other school. */
  list: number[];
  path: string;
}

const isId = (name: string) =>
  /(^|_)ids?$|order|^(products?|channels?|lessons?|items?|modules?)$/i.test(name);
const isPath = (name: string) =>
  /image|img|cover|logo|favicon|banner|photo|path|file|video|background|url/i.test(name);

/** A body of the route's shape, with the other school's ids and files in every possible place. */
export const foreignBody = (route: AnyRoute, foreign: Foreign) =>
  route.body ? valueOf(jsonSchema(route.body, 'input') as Schema, '', foreign) : undefined;

/** Tells whether the route's body can hold an id or a file at all. */
export const takesForeign = (route: AnyRoute) =>
  JSON.stringify(foreignBody(route, { id: 1, list: [1], path: '/a' })) !==
  JSON.stringify(foreignBody(route, { id: 2, list: [2], path: '/b' }));

function valueOf(schema: Schema, name: string, foreign: Foreign, depth = 0): unknown {
  if (depth > 6) return null;
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options) {
    const some = options.find(({ type }) => type !== 'null') ?? options[0]!;
    return valueOf(some, name, foreign, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([key]) => key !== 'tenant_id')
        .map(([key, inner]) => [key, valueOf(inner, key, foreign, depth + 1)]),
    );
  if (type === 'array') {
    const inner = schema.items ?? {};
    if (isNumber(inner) || inner.anyOf?.some(isNumber) || isId(name))
      return inner.properties ? [valueOf(inner, name, foreign, depth + 1)] : foreign.list;
    return [valueOf(inner, name, foreign, depth + 1)];
  }
  if (isId(name)) return foreign.id;
  if (type === 'boolean') return true;
  if (isNumber(schema)) return Math.max(1, schema.minimum ?? 1);
  if (isPath(name)) return foreign.path;
  return name === 'email' ? 'alguem@example.com' : 'Texto de teste';
}

const isNumber = ({ type }: Schema) => type === 'integer' || type === 'number';
