import { messages, reminders } from '@vitrine/contract/reminders';
import { useContractMutation } from '../../kit/queries/contract-mutation.ts';
import { useContractQuery } from '../../kit/queries/contract-query.ts';

const refreshes = [reminders.list];

export const useReminders = () => useContractQuery(reminders.list, {});

export const useAddReminder = () =>
  useContractMutation(reminders.create, { refreshes, success: messages.created, once: true });
export const useChangeReminder = () =>
  useContractMutation(reminders.update, { refreshes, success: messages.updated });
/** The switch shows its result itself. The last of several quick presses wins. */
export const useTurnReminder = () =>
  useContractMutation(reminders.update, { refreshes, failure: true, scope: 'reminders' });
export const useRemoveReminder = () =>
  useContractMutation(reminders.remove, { refreshes, success: messages.removed });
