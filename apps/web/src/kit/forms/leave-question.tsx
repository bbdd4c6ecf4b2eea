import { ChromeScope } from '../../ui/edit-chrome.tsx';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';

interface LeftForm {
  dirty: boolean;
  save?: () => Promise<boolean>;
  discard: () => void;
  text?: string;
  inEditChrome: boolean;
}

interface LeaveQuestionProps<Form extends LeftForm> {
  /** Those whose changes would be lost. */
  forms: () => { current: Form }[];
  onAnswer: (way: 'go' | 'stay') => void;
}

/** What becomes of the changes, in the colours of the form that they stand in. */
export function LeaveQuestion<Form extends LeftForm>({
  forms,
  onAnswer,
}: LeaveQuestionProps<Form>) {
  return (
    <ChromeScope inside={forms().some(({ current }) => current.inEditChrome)}>
      <LeaveDialog
        open
        text={forms().find(({ current }) => current.text)?.current.text}
        onStay={() => onAnswer('stay')}
        onDiscard={() => {
          for (const form of forms()) {
            form.current.discard();
            // The router asks before the form is drawn anew, and would ask the person again.
            form.current = { ...form.current, dirty: false };
          }
          onAnswer('go');
        }}
        {...(forms().every(({ current }) => current.save) && {
          onSave: async () => {
            for (const { current } of forms())
              if (!(await current.save?.())) return onAnswer('stay');
            onAnswer('go');
          },
        })}
      />
    </ChromeScope>
  );
}
