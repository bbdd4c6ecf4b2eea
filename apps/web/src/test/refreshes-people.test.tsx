import { fireEvent, screen } from '@testing-library/react';
import { comments } from '@vitrine/contract/comments';
import { mails } from '@vitrine/contract/mails';
import { me } from '@vitrine/contract/me';
import { members } from '@vitrine/contract/members';
import { notifications } from '@vitrine/contract/notifications';
import { people } from '@vitrine/contract/people';
import { privacy } from '@vitrine/contract/privacy';
import { products } from '@vitrine/contract/products';
import { ranking } from '@vitrine/contract/ranking';
import { reminders } from '@vitrine/contract/reminders';
import { expect, test } from 'vitest';
import {
  useRetryAddress,
  useRetryOwnAddress,
  useTestMail,
} from '../features/mails/mails.queries.ts';
import { useChangeProfile, useEndDevice, useEndOtherDevices } from '../features/me/me.queries.ts';
import {
  useAddMember,
  useChangeEmail,
  useChangeMember,
  useRemoveMember,
} from '../features/members/members.queries.ts';
import { useSavePreferences } from '../features/notifications/notifications.queries.ts';
import {
  useAcceptTerms,
  useAddRequest,
  useAnswerRequest,
  useAskSchool,
  useChangeRetention,
  useEraseMember,
} from '../features/privacy/privacy.queries.ts';
import {
  useAddReminder,
  useChangeReminder,
  useTurnReminder,
} from '../features/reminders/reminders.queries.ts';
import { useViewer } from '../platform/site-context.ts';
import { testRefreshes } from './refreshes.tsx';
import { serve, visit } from './school.tsx';

testRefreshes([
  {
    what: 'the own profile',
    use: useChangeProfile,
    write: me.update,
    reads: [me.show, people.show, ranking.list, comments.list, comments.show],
  },
  {
    what: 'a device that was signed out',
    use: useEndDevice,
    write: me.endSession,
    reads: [me.sessions],
  },
  {
    what: 'the other devices that were signed out',
    use: useEndOtherDevices,
    write: me.endOtherSessions,
    reads: [me.sessions],
  },
  {
    what: 'a new member',
    use: useAddMember,
    write: members.create,
    reads: [members.list, products.list],
  },
  {
    what: 'the name of a member',
    use: useChangeMember,
    write: members.update,
    reads: [members.list, products.list, people.show, ranking.list],
  },
  {
    what: 'the e-mail of a member',
    use: useChangeEmail,
    write: members.changeEmail,
    reads: [members.emailChange],
  },
  {
    what: 'a removed member',
    use: useRemoveMember,
    write: members.remove,
    reads: [members.list, products.list, ranking.list],
  },
  {
    what: 'an address that is tried again',
    use: useRetryAddress,
    write: mails.retryAddress,
    reads: [mails.list, members.list],
  },
  {
    what: 'the own address that is tried again',
    use: useRetryOwnAddress,
    write: mails.retryOwnAddress,
    reads: [me.show],
  },
  { what: 'a test mail', use: useTestMail, write: mails.test, reads: [mails.list] },
  {
    what: 'the accepted terms',
    use: useAcceptTerms,
    write: privacy.acceptTerms,
    reads: [privacy.show],
  },
  {
    what: 'a request to the school',
    use: useAskSchool,
    write: privacy.ask,
    reads: [privacy.show],
  },
  {
    what: 'a request that staff noted',
    use: useAddRequest,
    write: privacy.addRequest,
    reads: [privacy.requests],
  },
  {
    what: 'the erasure of a member',
    use: useEraseMember,
    write: privacy.eraseMember,
    reads: [members.list, privacy.requests, ranking.list],
  },
  {
    what: 'an answered request',
    use: useAnswerRequest,
    write: privacy.answerRequest,
    reads: [privacy.requests],
  },
  {
    what: 'a retention time',
    use: useChangeRetention,
    write: privacy.changeRetention,
    reads: [privacy.retention, privacy.show],
  },
  {
    what: 'the kinds of notifications',
    use() {
      const save = useSavePreferences();
      return { mutate: ({ body }) => void save(body) };
    },
    write: notifications.savePreferences,
    reads: [notifications.preferences],
  },
  {
    what: 'a new reminder',
    use: useAddReminder,
    write: reminders.create,
    reads: [reminders.list],
  },
  {
    what: 'a changed reminder',
    use: useChangeReminder,
    write: reminders.update,
    reads: [reminders.list],
  },
  {
    what: 'the switch of a reminder',
    use: useTurnReminder,
    write: reminders.update,
    reads: [reminders.list],
  },
]);

test('the header shows the name that the viewer gave themselves among the members', async () => {
  serve([members.update, () => ({ data: { id: 7, name: 'Olívia Nova' } })]);
  const Page = () => {
    const { mutate } = useChangeMember();
    return (
      <button onClick={() => mutate({ params: { id: 7 }, body: {} })}>{useViewer()?.name}</button>
    );
  };
  visit(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'Olívia Dona' }));
  expect(await screen.findByRole('button', { name: 'Olívia Nova' })).toBeVisible();
});
