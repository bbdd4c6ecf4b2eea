import { messages, reminders } from '@vitrine/contract/reminders';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

const refreshes = [reminders.list];

/** The viewer's own reminders, by their time of day. */
export const useReminders = () => useContractQuery(reminders.list, {});

/** A double click adds it once. */
export const useAddReminder = () =>
  useContractMutation(reminders.create, { refreshes, success: messages.created, once: true });
/** Also switches a reminder on and off. */
export const useChangeReminder = () =>
  useContractMutation(reminders.update, { refreshes, success: messages.updated });
/** The switch shows its result itself. The last of several quick presses wins. */
export const useTurnReminder = () =>
  useContractMutation(reminders.update, { refreshes, failure: true, scope: 'reminders' });
/** The list is read again. */
export const useRemoveReminder = () =>
  useContractMutation(reminders.remove, {
    refreshes,
    removesFrom: reminders.list,
    success: messages.removed,
  });
