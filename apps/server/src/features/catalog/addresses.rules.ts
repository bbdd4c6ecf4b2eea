import { messages } from '@vitrine/contract/messages';
import { schoolFilePath } from '../../platform/school-file-path.ts';
import { playerUrl } from '../../platform/embeds.ts';
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

/** A player's own address, from whatever was pasted; a provider that is not listed is refused. */
export function playerToKeep(embed: string | null): string | null {
  if (!embed) return null;
  const player = playerUrl(embed);
  if (!player) throw invalid({ embed: [messages.invalidLink] });
  return player;
}
