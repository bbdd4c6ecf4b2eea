import { useRef } from 'react';
import { hasStatus, isAnswerLost } from '../../platform/api.ts';
import { isEqual } from '../state/is-equal.ts';

interface AddMutation<Input, Answer> {
  /** Sends an `Idempotency-Key`: the same input adds nothing twice (`once`). */
  mutateAsync: (input: Input) => Promise<Answer>;
}

/**
 * The save of a form that adds a thing. The server may have added it although the answer was lost. A
 * retry with other values would then add a second one. So it asks for the first one, and changes it.
 *
 * ```tsx
 * const addOnce = useAddOnce(add, ({ data }, { body }) =>
 *   change.mutateAsync({ params: { id: data.id }, body }),
 * );
 * ```
 */
export function useAddOnce<Input, Answer, Changed>(
  { mutateAsync: add }: AddMutation<Input, Answer>,
  change: (added: Answer, input: Input) => Promise<Changed>,
) {
  const unanswered = useRef<Input>(null);
  const added = useRef<Answer>(null);

  async function send(input: Input) {
    try {
      const answer = await add(input);
      unanswered.current = null;
      return answer;
    } catch (error) {
      if (isAnswerLost(error)) unanswered.current = input;
      throw error;
    }
  }

  /** Null if the server refuses the earlier try: then it has added nothing. */
  async function sendAgain(input: Input) {
    try {
      return await send(input);
    } catch (error) {
      if (!hasStatus(error, 404, 409, 422)) throw error;
      unanswered.current = null;
      return null;
    }
  }

  return async (input: Input): Promise<Answer | Changed> => {
    const earlier = unanswered.current;
    if (earlier && !isEqual(earlier, input)) added.current = await sendAgain(earlier);
    if (!added.current) return send(input);
    try {
      const changed = await change(added.current, input);
      added.current = null; // a form that stays open adds another thing next
      return changed;
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      added.current = null; // somebody has removed it meanwhile
      return send(input);
    }
  };
}
