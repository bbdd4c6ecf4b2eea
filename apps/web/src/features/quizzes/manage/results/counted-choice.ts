import { type CountedAttempt, type Quiz, quizType } from '@vitrine/contract/quizzes';
import { useSearchParams } from 'react-router';

const inAddress = { first: 'primeira', best: 'melhor', last: 'ultima' } as const;

/** The best attempt of a behavioural quiz is the last one, so it is no choice of its own. */
const countedChoices = ({ type }: Pick<Quiz, 'type'>): readonly CountedAttempt[] =>
  type === quizType.scored ? ['first', 'best', 'last'] : ['first', 'last'];

/** The attempt of each student that the results count, as the address says: `conta=melhor`. */
export function useCountedChoice(quiz: Pick<Quiz, 'type'>) {
  const [address, setAddress] = useSearchParams();
  const choices = countedChoices(quiz);
  const counted = choices.find((choice) => inAddress[choice] === address.get('conta')) ?? 'first';

  function setCounted(choice: CountedAttempt) {
    address.set('conta', inAddress[choice]);
    setAddress(address, { replace: true });
  }

  return { choices, counted, setCounted };
}
