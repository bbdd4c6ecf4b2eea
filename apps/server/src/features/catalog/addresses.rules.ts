import { messages } from '@vitrine/contract/messages';
import { isOwnFile } from '../../platform/own-files.ts';
import { playerUrl } from '../../platform/embeds.ts';
import { invalid } from '../../platform/refusals.ts';

/** A path under /files/ is of this school, whatever it is typed into (contract, Everywhere). */
export function refuseForeignFiles(
  tenantId: number,
  fields: Record<string, string | null | undefined>,
) {
  const foreign = Object.entries(fields).filter(
    ([, address]) => address?.startsWith('/files/') && !isOwnFile(address, tenantId),
  );
  if (foreign.length)
    throw invalid(Object.fromEntries(foreign.map(([field]) => [field, [messages.invalidLink]])));
}

/** A player's own address, from whatever was pasted; a provider that is not listed is refused. */
export function playerToKeep(embed: string | null): string | null {
  if (!embed) return null;
  const player = playerUrl(embed);
  if (!player) throw invalid({ embed: [messages.invalidLink] });
  return player;
}
