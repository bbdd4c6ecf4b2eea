import { messages } from '@vitrine/contract/messages';
import { playerUrl } from '@vitrine/contract/videos';
import { invalid } from '../../platform/app-error.ts';
import { schoolFilePath } from '../../platform/school-file-path.ts';

type Addresses = Record<string, string | null | undefined>;

/**
 * Normalises typed addresses: a file of this school becomes its path. An address under /files/ of
 * another school is refused in every field (contract, Everywhere).
 */
export function normalisedAddresses<Patch extends Addresses>(
  tenantId: number,
  patch: Patch,
): Patch {
  const valid: Addresses = {};
  const errors: Record<string, string[]> = {};
  for (const [field, address] of Object.entries(patch)) {
    valid[field] = address?.startsWith('/files/') ? schoolFilePath(address, tenantId) : address;
    if (address && !valid[field]) errors[field] = [messages.invalidLink];
  }
  if (Object.keys(errors).length) throw invalid(errors);
  return valid as Patch;
}

/**
 * Turns a provider's page in `video_url` into that provider's player, because it would not play as
 * a file. An explicit embed wins.
 */
export function normalisedVideo<Patch extends { video_url?: string | null; embed?: string | null }>(
  patch: Patch,
): Patch {
  const player = patch.video_url && !patch.embed ? playerUrl(patch.video_url) : null;
  return player ? { ...patch, video_url: null, embed: player } : patch;
}

/** Extracts the player's address from the pasted text. Refuses providers that are not listed. */
export function requirePlayer(embed: string | null): string | null {
  if (!embed) return null;
  const player = playerUrl(embed);
  if (!player) throw invalid({ embed: [messages.invalidLink] });
  return player;
}
