import { limits } from '@vitrine/contract/sessions';

/**
 * A sentence that names the `setting`, or null for a password that the sign-in form takes. With a longer
 * one its owner could never sign in.
 */
export function ownerPasswordProblem(setting: string, password: string): string | null {
  const { passwordMin, passwordMax } = limits;
  return password.length < passwordMin || password.length > passwordMax
    ? `${setting} must have ${passwordMin} to ${passwordMax} characters.`
    : null;
}
