import { useRef } from 'react';

interface SentInput {
  input: string;
  key: string;
  answeredAt: number | null;
}

/** Within this time after the answer, the same input counts as a double press. */
const SECOND_PRESS_MS = 2_000;

/** `randomUUID` needs TLS, which a school may lack. */
export const randomKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * The `Idempotency-Key` of an input. The same input keeps its key until its answer arrives, so that a
 * retry after a lost answer creates nothing twice.
 */
export function useIdempotencyKey() {
  const last = useRef<SentInput>(null);
  return (payload: object) => {
    const input = JSON.stringify(payload);
    const { current } = last;
    const isRepeated =
      current?.input === input &&
      (current.answeredAt === null || Date.now() - current.answeredAt < SECOND_PRESS_MS);
    const request = isRepeated ? current : { input, key: randomKey(), answeredAt: null };
    last.current = request;
    return {
      value: request.key,
      answered() {
        request.answeredAt ??= Date.now();
      },
    };
  };
}
