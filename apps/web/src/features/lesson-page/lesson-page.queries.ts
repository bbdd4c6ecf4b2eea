import { comments } from '@vitrine/contract/comments';
import { lessonPage, messages } from '@vitrine/contract/lesson-page';
import { platformSettings } from '@vitrine/contract/platform-settings';
import { useState } from 'react';
import { useContractQuery } from '../../kit/queries/contract-query.ts';
import { useSettingsMutation } from '../platform-settings/platform-settings.queries.ts';

const { show } = lessonPage;

/** The settings that the lesson page needs (B section 7). */
export const useLessonPage = () => useContractQuery(show, {});

/** Saves one choice after another, so that the last one wins. */
export function useSaveTemplate() {
  const save = useSettingsMutation(platformSettings.update, {
    refreshes: [platformSettings.show, show],
    success: true,
    failure: messages.templateFailed,
  });
  const [wanted, setWanted] = useState(0);
  return {
    choose(theme_classes: number) {
      setWanted(theme_classes);
      save.mutate({ body: { theme_classes } });
    },
    /** The choice that is being saved. Null once it is saved or refused. */
    wanted: save.isPending ? wanted : null,
  };
}

/** Switches the comments of lessons at once (B section 4). */
export const useToggleComments = () =>
  useSettingsMutation(lessonPage.comments, {
    refreshes: [platformSettings.show, show, comments.list],
    success: true,
  });
