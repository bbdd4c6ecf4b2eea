import { lookup } from 'node:dns/promises';
import { access, constants, stat, statfs } from 'node:fs/promises';
import type { Config } from '../../platform/config.ts';
import { dataDirProblem } from '../../platform/data-dir.ts';
import { addressDomain, isLocalHost } from '../../platform/mail-headers.ts';
import { findings, type Finding } from './finding.ts';
import { inTime } from './in-time.ts';

const GIGABYTE = 1e9;
const MIN_FREE_BYTES = 2 * GIGABYTE;
const MIN_FREE_SHARE = 0.05;

/** Checks whether the settings suit a public server. `readConfig` has refused invalid ones before. */
export function checkSettings(config: Config): Finding[] {
  const { good, note, bad } = findings('settings');
  const isPublic = config.platformHosts.some((host) => host !== 'localhost');
  const results: Finding[] = [];
  if (!isPublic)
    results.push(note('PLATFORM_HOSTS is localhost: name your domain there before others come.'));
  if (isPublic && config.devMail)
    results.push(bad('Anybody can read all mails at /dev/mail: take DEV_MAIL away.'));
  if (isPublic && !config.trustProxy)
    results.push(
      note(
        'TRUST_PROXY is not set: behind a proxy, sign-in limits take all people for one address.',
      ),
    );
  const domain = addressDomain(config.mailFrom);
  if (isPublic && config.smtpUrl && isLocalHost(domain))
    results.push(
      bad(`MAIL_FROM is at ${domain}: mail servers refuse that. Name an address of your domain.`),
    );
  if (config.metricsToken && config.metricsToken.length < 20)
    results.push(bad('METRICS_TOKEN is short: choose 20 random characters or more.'));
  if (config.filesSecret && config.filesSecret.length < 20)
    results.push(bad('FILES_SECRET is short: choose 20 random characters or more.'));
  if ((config.databaseUrl || config.s3) && !config.filesSecret)
    results.push(note('FILES_SECRET is not set: several servers need the same one.'));
  if (config.s3 && !config.vapidKeys)
    results.push(note('VAPID_PUBLIC_KEY is not set: several servers need the same pair of keys.'));
  return results.length ? results : [good('The settings fit together.')];
}

/** Checks that the data directory is writable and has space left. */
export async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  const { good, note, bad } = findings('disk');
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    return [bad(dataDirProblem(dataDir, error as Error).message)];
  }
  const results: Finding[] = [];
  const { mode } = await stat(dataDir);
  if (mode & 0o077)
    results.push(note(`DATA_DIR ${dataDir} is open to other users: the next start closes it.`));
  const disk = await statfs(dataDir);
  const free = disk.bavail * disk.bsize;
  const size = disk.blocks * disk.bsize;
  const summary = `${(free / GIGABYTE).toFixed(1)} of ${(size / GIGABYTE).toFixed(1)} GB are free at DATA_DIR`;
  const isLow = free < MIN_FREE_BYTES || free < size * MIN_FREE_SHARE;
  results.push(
    isLow ? bad(`Only ${summary}: make room, or move it to a larger disk.`) : good(`${summary}.`),
  );
  return results;
}

/** Maximum number of hosts that are looked up. More would take minutes. */
const MAX_HOSTS = 500;
const LOOKUP_BATCH_SIZE = 20;
const MAX_LISTED_HOSTS = 5;

const needsDns = (host: string) => !isLocalHost(host);

/** Looks up the hosts of the schools, and the platform's own, which show the first school. */
export async function checkDns(config: Config, hosts: string[]): Promise<Finding[]> {
  const { note } = findings('DNS');
  const bareHosts = await withoutAddress(config, config.platformHosts.filter(needsDns));
  return [
    ...(await checkHosts(config, hosts)),
    ...bareHosts.map((host) =>
      note(`${host} itself has no address: with one, it shows the first school.`),
    ),
  ];
}

async function checkHosts(config: Config, hosts: string[]): Promise<Finding[]> {
  const { good, note, bad } = findings('DNS');
  const publicHosts = hosts.filter(needsDns);
  if (!publicHosts.length) return [note('All schools answer below localhost, which needs no DNS.')];
  const checkedHosts = publicHosts.slice(0, MAX_HOSTS);
  const missing = await withoutAddress(config, checkedHosts);
  if (missing.length) {
    const more =
      missing.length > MAX_LISTED_HOSTS ? ` and ${missing.length - MAX_LISTED_HOSTS} more` : '';
    const hostNames = missing.slice(0, MAX_LISTED_HOSTS).join(', ');
    return [bad(`No address is known for ${hostNames}${more}: point their DNS at your proxy.`)];
  }
  return [
    good(`${checkedHosts.length} of ${publicHosts.length} hosts of schools have an address.`),
  ];
}

async function withoutAddress({ outgoingTimeoutMs }: Config, hosts: string[]) {
  const missing: string[] = [];
  for (let start = 0; start < hosts.length; start += LOOKUP_BATCH_SIZE)
    await Promise.all(
      hosts
        .slice(start, start + LOOKUP_BATCH_SIZE)
        .map((host) => inTime(lookup(host), outgoingTimeoutMs).catch(() => missing.push(host))),
    );
  return missing;
}
