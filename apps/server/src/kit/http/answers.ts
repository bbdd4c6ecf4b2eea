import type { AnyRoute } from '@vitrine/contract/core';
import type fastJsonStringify from 'fast-json-stringify';
import * as z from 'zod/mini';
import { plainText, type PageText } from '../../platform/gzip-parts.ts';
import { lazyImport } from '../../platform/lazy-import.ts';

type JsonSchema = Record<string, unknown>;

/** Converts a contract's schema to JSON Schema, with the wire forms of flags and times. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output' = 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
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
  return json;
}

declare const answerType: unique symbol;
/** JSON text that PostgreSQL wrote, with the declared fields only. It is sent unchanged. */
export type JsonText<T> = string & { readonly [answerType]?: T };

/** JSON with precompressed shared parts, for an answer that is almost the same for many viewers. */
export class PrecompressedJson<T> {
  declare readonly [answerType]?: T;
  readonly parts: readonly PageText[];

  constructor(parts: readonly PageText[]) {
    this.parts = parts;
  }

  read(): T {
    return JSON.parse(plainText(this.parts)) as T;
  }
}

const serializers = new WeakMap<AnyRoute, (answer: unknown) => string>();

/**
 * Serializes an answer by its contract. Undeclared fields are left out. The serializer is compiled
 * at the first answer: compiling two hundred at the start would slow the start.
 */
export function serializerFor(route: AnyRoute): (answer: unknown) => string {
  const cached = serializers.get(route);
  if (cached) return cached;
  const compiled = route.answer ? compile(jsonSchema(route.answer)) : JSON.stringify;
  // A `JsonText` is sent unchanged.
  const serialize = (answer: unknown) => (typeof answer === 'string' ? answer : compiled(answer));
  serializers.set(route, serialize);
  return serialize;
}

/**
 * Serializes `{"data": …}` if one field is already JSON. That field comes last. The contract's
 * schema serializes the others.
 */
export function dataWriter<Shape extends z.ZodMiniObject, Field extends string>(
  shape: Shape,
  field: Field,
) {
  let write: ((value: unknown) => string) | undefined;
  return (
    value: Omit<z.output<Shape>, Field>,
    json: readonly PageText[],
  ): PrecompressedJson<{ data: z.output<Shape> }> => {
    write ??= compile(jsonSchema(z.omit(shape, { [field]: true } as never)));
    return new PrecompressedJson([
      `{"data":${write(value).slice(0, -1)},"${field}":`,
      ...json,
      '}}',
    ]);
  };
}

/** An answer in the wire forms of its contract, as an object: for the `data` of an error. */
export const wireObject = (route: AnyRoute, answer: unknown) =>
  JSON.parse(serializerFor(route)(answer)) as Record<string, unknown>;

/** The same for a call that answers `{data}`: flags as 0 and 1, and no other column. */
export const wireData = <Data extends object>(route: AnyRoute, data: Data) =>
  wireObject(route, { data })['data'] as Data;

const fastJson = lazyImport<typeof fastJsonStringify>('fast-json-stringify');
const compile = (schema: JsonSchema) => fastJson()(schema as never) as (answer: unknown) => string;
