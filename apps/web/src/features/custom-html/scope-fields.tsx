import { scopesOf, type ScopeId, type SnippetScope } from '@vitrine/contract/custom-html';
import type { PageKind } from '@vitrine/contract/snippet-pages';
import { useState } from 'react';
import { Select } from '../../ui/select.tsx';
import { useTranslation } from '../../ui/translation.ts';
import {
  useCommunityChoices,
  useCourseChoices,
  useLessonChoices,
  useModuleChoices,
} from './custom-html.queries.ts';
import { pageLabels, scopeLabels } from './page-kinds.ts';

interface ScopeFieldsProps {
  page: PageKind | '';
  scope: SnippetScope;
  onChange: (page: PageKind, scope: SnippetScope) => void;
  error: string | undefined;
}

type Choice = { id: number; title: string };

/** The scope of a snippet for all pages of its kind. */
export const everywhere: SnippetScope = {
  community_id: null,
  course_id: null,
  module_id: null,
  lesson_id: null,
};
/** A selector's value that narrows nothing. */
const ALL_ITEMS = 0;

/**
 * The scope of a snippet (C section 2). Each selector depends on the one before and resets with it.
 */
export function ScopeFields({ page, scope, onChange, error }: ScopeFieldsProps) {
  const { t } = useTranslation();
  const [reset, setReset] = useState(false);
  const shownFields: readonly ScopeId[] = page ? scopesOf[page] : [];
  const choices: Record<ScopeId, Choice[] | undefined> = {
    community_id: useCommunityChoices(),
    course_id: useCourseChoices(shownFields.includes('course_id')),
    module_id: useModuleChoices(scope.course_id),
    lesson_id: useLessonChoices(scope.module_id),
  };

  /** Resets the deeper selectors to all. Remembers whether a choice was lost, for the hint. */
  function change(nextPage: PageKind, next: SnippetScope, deeper: readonly ScopeId[]) {
    setReset(deeper.some((name) => scope[name] !== null));
    const clearedFields = Object.fromEntries(deeper.map((name) => [name, null]));
    onChange(nextPage, { ...next, ...clearedFields });
  }

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('Página')}
        required
        placeholder={t('Selecione a página')}
        value={page || null}
        options={Object.entries(pageLabels).map(([value, label]) => ({
          value: value as PageKind,
          label: t(label),
          ...(value === 'product' && {
            note: t('A página de um curso, para quem ainda não o tem.'),
          }),
        }))}
        onValueChange={(next) => change(next, everywhere, shownFields)}
        error={error}
      />
      {page &&
        shownFields.map((name, index) => {
          const parentField = shownFields[index - 1];
          if (parentField && scope[parentField] === null) return null;
          return (
            <ScopeSelect
              key={name}
              name={name}
              value={scope[name]}
              choices={choices[name]}
              onChange={(id) =>
                change(page, { ...scope, [name]: id }, shownFields.slice(index + 1))
              }
            />
          );
        })}
      <output className="text-13 text-text-2 empty:hidden sm:col-span-2">
        {reset && t('O que estava escolhido abaixo voltou para todos.')}
      </output>
    </div>
  );
}

interface ScopeSelectProps {
  name: ScopeId;
  value: number | null;
  /** Undefined while it loads. */
  choices: Choice[] | undefined;
  onChange: (id: number | null) => void;
}

function ScopeSelect({ name, value, choices, onChange }: ScopeSelectProps) {
  const { t } = useTranslation();
  const { label, all: allLabel } = scopeLabels[name];
  if (name === 'community_id' && choices?.length === 0)
    return (
      <p className="self-end pb-2.5 text-14 text-text-2">
        {t('Você não possui comunidades criadas.')}
      </p>
    );
  const options = (choices ?? []).map(({ id, title }) => ({ value: id, label: title }));
  return (
    <Select
      label={t(label)}
      value={value ?? ALL_ITEMS}
      options={[
        { value: ALL_ITEMS, label: t(allLabel) },
        // Shows a placeholder while the names load, so that the choice never shows as another one.
        ...(value !== null && !choices ? [{ value, label: '…' }] : options),
      ]}
      onValueChange={(id) => onChange(id === ALL_ITEMS ? null : id)}
    />
  );
}
