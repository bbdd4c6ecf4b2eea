import { urlFieldWithMessage } from './addresses.ts';
import { communityLimits, communityMessages } from './community-limits.ts';
import { pathFlag, requiredText } from './core.ts';
import { messages as common } from './messages.ts';
import { plainText } from './settings-values.ts';

// The fields that both forms of a community have.

/** The title of a community. */
export const communityTitle = requiredText(
  communityLimits.title,
  communityMessages.titleRequired,
  communityMessages.titleTooLong,
);
/** The description of a community. */
export const communityDescription = plainText(
  communityLimits.description,
  communityMessages.descriptionTooLong,
);
/** An address that a community links to. */
export const communityUrl = urlFieldWithMessage(common.invalidLink);
/** The last part of the path of a switch: 1 turns it on. */
export const statusParam = { status: pathFlag };
