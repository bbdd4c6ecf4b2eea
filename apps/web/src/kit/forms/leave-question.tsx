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
  /** The forms whose changes would be lost. */
  forms: () => { current: Form }[];
  onAnswer: (answer: 'go' | 'stay') => void;
}

/** Asks what to do with the changes, in the colours of their form. */
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
            markClean(form);
          }
          onAnswer('go');
        }}
        {...(forms().every(({ current }) => current.save) && {
          onSave: async () => {
            for (const form of forms()) {
              if (!(await form.current.save?.())) return onAnswer('stay');
              markClean(form);
            }
            onAnswer('go');
          },
        })}
      />
    </ChromeScope>
  );
}

/** The router checks before the next render, and would ask again. */
function markClean(form: { current: LeftForm }) {
  form.current = { ...form.current, dirty: false };
}
