import { messages } from '@vitrine/contract/messages';
import { schoolFilePath } from '../../platform/school-file-path.ts';
import { playerUrl } from '@vitrine/contract/videos';
import { invalid } from '../../platform/app-error.ts';

type Addresses = Record<string, string | null | undefined>;

/**
 * Addresses as they are kept: a file of this school by its path. One under /files/ that is not this
 * school's is refused, whatever it is typed into (contract, Everywhere).
 */
export function addressesToKeep<Given extends Addresses>(tenantId: number, given: Given): Given {
  const kept: Addresses = {};
  const errors: Record<string, string[]> = {};
  for (const [field, address] of Object.entries(given)) {
    kept[field] = address?.startsWith('/files/') ? schoolFilePath(address, tenantId) : address;
    if (address && !kept[field]) errors[field] = [messages.invalidLink];
  }
  if (Object.keys(errors).length) throw invalid(errors);
  return kept as Given;
}

/**
 * A provider's page typed as the video's address is that provider's player: as a file it never plays.
 * An embed that is sent along says what is meant.
 */
export function videoToKeep<Given extends { video_url?: string | null; embed?: string | null }>(
  given: Given,
): Given {
  const player = given.video_url && !given.embed ? playerUrl(given.video_url) : null;
  return player ? { ...given, video_url: null, embed: player } : given;
}

/** A player's own address, from whatever was pasted; a provider that is not listed is refused. */
export function playerToKeep(embed: string | null): string | null {
  if (!embed) return null;
  const player = playerUrl(embed);
  if (!player) throw invalid({ embed: [messages.invalidLink] });
  return player;
}
