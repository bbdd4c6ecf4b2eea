import type { AnyRoute } from '@vitrine/contract/core';
import type fastJsonStringify from 'fast-json-stringify';
import * as z from 'zod/mini';
import { lazyImport } from '../platform/lazy-import.ts';

type JsonSchema = Record<string, unknown>;

/** JSON Schema of a contract's shape, with the wire forms of flags and times. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output' = 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    target: 'draft-7',
    unrepresentable: 'any',
    io,
    override({ zodSchema, jsonSchema: target }) {
      const wire = z.globalRegistry.get(zodSchema as never)?.['wire'];
      if (!wire) return;
      for (const key of Object.keys(target)) delete (target as JsonSchema)[key];
      Object.assign(target, wire);
    },
  });
  return made;
}

declare const holds: unique symbol;
/** An answer as JSON that PostgreSQL has written already, declared field by declared field. */
export type JsonText<T> = string & { readonly [holds]?: T };

const serializers = new WeakMap<AnyRoute, (answer: unknown) => string>();

/**
 * Writes an answer by its contract: what is not declared does not leave the house. Compiled at the
 * first answer, so that a start does not pay for two hundred routes.
 */
export function serializerFor(route: AnyRoute): (answer: unknown) => string {
  const known = serializers.get(route);
  if (known) return known;
  const compiled = route.answer ? compile(jsonSchema(route.answer)) : JSON.stringify;
  // A `JsonText` is sent as it stands.
  const serialize = (answer: unknown) => (typeof answer === 'string' ? answer : compiled(answer));
  serializers.set(route, serialize);
  return serialize;
}

/**
 * Writes `{"data": …}` of a shape of which one field is JSON already, as PostgreSQL wrote it. That
 * field comes last; the others are written by the contract.
 */
export function dataWriter<Shape extends z.ZodMiniObject, Field extends string>(
  shape: Shape,
  field: Field,
) {
  let write: ((value: unknown) => string) | undefined;
  return (
    value: Omit<z.output<Shape>, Field>,
    json: string,
  ): JsonText<{ data: z.output<Shape> }> => {
    write ??= compile(jsonSchema(z.omit(shape, { [field]: true } as never)));
    return `{"data":${write(value).slice(0, -1)},"${field}":${json}}}`;
  };
}

/** An answer as it leaves the house, for what travels another way: beside a refusal. */
export const serialize = (route: AnyRoute, answer: unknown) =>
  JSON.parse(serializerFor(route)(answer)) as Record<string, unknown>;

const fastJson = lazyImport<typeof fastJsonStringify>('fast-json-stringify');
const compile = (schema: JsonSchema) => fastJson()(schema as never) as (answer: unknown) => string;
