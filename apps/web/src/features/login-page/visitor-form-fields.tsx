import { messages as common } from '@vitrine/contract/messages';
import { messages } from '@vitrine/contract/sessions';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation, type TFunction } from '../../ui/translation.ts';

/**
 * The outcome of a form that was submitted before the script had loaded (apps/server, plain-forms).
 */
export interface FormOutcome {
  text: string;
  good: boolean;
  name: string;
  email: string;
  needsCode: boolean;
  /** The link of the mail has expired, or was used. */
  gone: boolean;
  /** The page's own URL, because the browser shows the URL of the call. */
  pageUrl: string;
}

interface CallFormProps {
  call: string;
  button: string;
  /** Another way to send it. */
  second?: ReactNode;
  outcome: FormOutcome | undefined;
  children: ReactNode;
  /** There is nothing to send again once it worked, or its link is used up. */
  once?: boolean;
  /** The call mails a link. The button waits before it asks for another one. */
  mailsLink?: boolean;
  /** The form takes the place of the form of a link that is gone. */
  renewal?: boolean;
  hidden?: boolean;
}

const noCookies = 'Seu navegador recusa os cookies deste site. Sem eles não dá para entrar.';

/**
 * A form for one call of the contract. Without the script, the browser submits it. With it, the
 * script sends JSON and shows the outcome in the same place.
 */
export function CallForm(props: CallFormProps) {
  const { call, button, second, once, mailsLink, renewal, hidden, outcome, children } = props;
  const { t } = useTranslation();
  return (
    <form
      method="post"
      action={call}
      encType="multipart/form-data"
      // The browser's messages are in its own language. The script and the server use the page's.
      noValidate
      data-call={call}
      data-once={once}
      data-renewal={renewal}
      hidden={hidden}
      data-offline={t('Sem conexão. Confira sua internet e tente de novo.')}
      data-unavailable={t(common.unavailable)}
      data-cookies={once ? undefined : t(noCookies)}
    >
      {outcome && <input type="hidden" name="next" value={outcome.pageUrl} />}
      {children}
      <p
        className="visitor-outcome"
        role="alert"
        hidden={!outcome?.text}
        data-good={outcome?.good ?? false}
      >
        {outcome?.text}
      </p>
      <button
        type="submit"
        className="visitor-submit"
        hidden={once && outcome?.good}
        {...(mailsLink && askAgain(t, call))}
      >
        <span>{button}</span>
      </button>
      {second}
    </form>
  );
}

/** Props of a button that submits its form to a call that mails a link. */
export const askAgain = (t: TFunction, call: string) => ({
  formAction: call,
  'data-again': t('Enviar de novo em {{seconds}} s', { seconds: '{{seconds}}' }),
});

/** `carried`: the page's own address, that of a printed link, may carry the e-mail. */
export function EmailField({ typed, carried }: { typed: string | undefined; carried?: boolean }) {
  const { t } = useTranslation();
  return (
    <label className="visitor-field">
      <span>{t('E-mail')}</span>
      <input
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t('voce@exemplo.com')}
        defaultValue={typed}
        required
        data-missing={t('Digite seu e-mail.')}
        data-wrong={t(common.invalidEmail)}
        data-carried={carried}
      />
    </label>
  );
}

interface PasswordFieldProps {
  label: string;
  placeholder?: string;
  autoComplete: string;
  minLength?: number;
  children?: ReactNode;
}

/** A password with a button that shows it. `children` stand beside the label. */
export function PasswordField({
  label,
  placeholder,
  autoComplete,
  minLength,
  children,
}: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <div className="visitor-field">
      <span>
        <label htmlFor="password">{label}</label>
      </span>
      <span className="visitor-password">
        <input
          id="password"
          name="password"
          type="password"
          placeholder={placeholder}
          autoComplete={autoComplete}
          minLength={minLength}
          maxLength={200}
          required
          data-missing={t('Digite a senha.')}
          data-wrong={t(messages.weakPassword)}
        />
        {/* Nothing to press until the script is there. */}
        <button
          type="button"
          data-show-password
          aria-pressed="false"
          aria-label={t('Mostrar senha')}
          aria-controls="password"
          hidden
        >
          <Eye size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </span>
      {/* After the field: who types the e-mail goes on to the password. */}
      {children}
    </div>
  );
}
