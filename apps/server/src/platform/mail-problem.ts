import { OperatorProblem } from './operator-problem.ts';

/** An error of the mail client. `originalCode` is that of the system or of TLS. */
interface MailError {
  code?: string;
  originalCode?: string;
}

const untrusted =
  'has a certificate that this machine does not trust: give it one of a public authority, or name the ' +
  'file of its own authority in NODE_EXTRA_CA_CERTS.';

/** By code: the trouble of the mail server or its setting, and how to mend it. Every mail meets it. */
const predicates: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_HAS_EXPIRED: 'has a certificate that has expired: renew it there.',
  CERT_NOT_YET_VALID: 'has a certificate that is not valid yet: correct the clock of this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'has the certificate of another host: name a host of the certificate in SMTP_URL.',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'begins without TLS at this port: write smtp:// in SMTP_URL, or name its port for smtps://.',
  ETLS: 'offers no TLS, which SMTP_URL requires: turn STARTTLS on there.',
  EAUTH: 'does not accept user and password: correct them in SMTP_URL.',
  ENOTFOUND: 'has no address: correct its name in SMTP_URL.',
  ECONNREFUSED: 'does not listen at this port: start it, or correct SMTP_URL.',
};

/** A mail server that lets no mail in. It says how the operator mends it. */
export class MailProblem extends OperatorProblem {}

/** The sentence of an error that every mail meets. Null for one that concerns a single mail. */
export function mailProblemOf(error: unknown, smtpUrl: string): MailProblem | null {
  const { code = '', originalCode = '' } = error as MailError;
  const predicate = predicates[originalCode] ?? predicates[code];
  if (!predicate) return null;
  return new MailProblem(`The mail server ${new URL(smtpUrl).host} ${predicate}`, { cause: error });
}
