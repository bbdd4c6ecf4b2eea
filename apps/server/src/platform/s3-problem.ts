import { OperatorProblem } from './operator-problem.ts';

/** An error of the S3 client. `name` is the store's code, such as `NoSuchBucket`. */
export interface StoreError {
  name: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

const wrongKeys = 'does not know the keys: correct S3_ACCESS_KEY and S3_SECRET_KEY.';
const wrongRegion = 'has the bucket in another region: correct S3_REGION and S3_ENDPOINT.';

const refusals: Record<string, string> = {
  InvalidAccessKeyId: wrongKeys,
  SignatureDoesNotMatch: wrongKeys,
  AccessDenied: 'refuses the keys: let them read, write and delete objects of the bucket.',
  NoSuchBucket: 'has no such bucket: create it, or correct S3_BUCKET.',
  RequestTimeTooSkewed: 'has another time: correct the clock of this machine.',
  AuthorizationHeaderMalformed: wrongRegion,
  PermanentRedirect: wrongRegion,
};

/** A store that is away or refuses a call. It says how the operator mends it. Its name is the store's code. */
export class StoreProblem extends OperatorProblem {
  constructor(error: StoreError) {
    super(`The object store ${predicateOf(error)}`, { cause: error });
    this.name = error.name;
  }
}

/** An answer to HEAD has no code, and a store that is away no answer. */
function predicateOf({ name, message, $metadata }: StoreError) {
  const status = $metadata?.httpStatusCode;
  if (status === undefined)
    return `does not answer (${message}): correct S3_ENDPOINT, or open the way to it.`;
  if (status >= 500 || status === 429) return `is in trouble (${status}): look at the store.`;
  return refusals[name] ?? `refuses with ${status}: check the S3 settings.`;
}
