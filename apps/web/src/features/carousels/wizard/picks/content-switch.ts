import { useRef } from 'react';
import { fillingOf, type CarouselForm } from '../carousel-form.ts';
import type { ContentChoice, StepProps } from '../wizard-draft.ts';

/**
 * Changes the filling of a carousel. Each filling has its own list of ids, which is kept for
 * switching back.
 */
export function useContentSwitch({ form, set, values }: StepProps['draft']) {
  const contentByKind = useRef(new Map<string, number[]>());
  return ({ type = values.type, living = false }: ContentChoice) => {
    const next = { type, type_content: fillingOf(type, living) };
    if (keyOf(next) === keyOf(values)) return;
    contentByKind.current.set(keyOf(values), values.content);
    const content = contentByKind.current.get(keyOf(next)) ?? [];
    // An empty list of another filling is not yet a mistake.
    set('type', next.type, { shouldValidate: false });
    set('type_content', next.type_content, { shouldValidate: false });
    set('content', content, { shouldValidate: false });
    form.clearErrors(['type', 'type_content', 'content']);
  };
}

const keyOf = ({ type, type_content }: Pick<CarouselForm, 'type' | 'type_content'>) =>
  `${type} ${type_content}`;
