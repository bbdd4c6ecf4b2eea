import * as fs from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { database, socketFolderIn, type Place } from './place.ts';
import { changeOwner, pathFrom, type Runner } from './runner.ts';

/** The address of PostgreSQL, and the settings that make it listen there. */
export type Address = { urlHost: string; settings: Record<string, string> };

/** The host part of a connection string: a socket in `folder`, or TCP without one. */
export const urlHost = ({ port, folder }: { port: string; folder: string }) =>
  folder
    ? `localhost:${port}/${database}?host=${encodeURIComponent(folder)}`
    : `127.0.0.1:${port}/${database}`;

/**
 * A socket in the data directory. It answers a fifth more queries than TCP, and other users cannot
 * open it. Undefined if its path is too long for the system.
 */
export function socketIn({ cluster }: Place, runner: Runner): Address | undefined {
  const folder = socketFolderIn(cluster);
  const port = '5432'; // only names the socket's file
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${port}.lock`)) > 100) return undefined;
  return {
    urlHost: urlHost({ port, folder }),
    settings: {
      listen_addresses: '',
      unix_socket_directories: `"${socketFolderIn(pathFrom(runner, cluster))}"`,
      unix_socket_permissions: '0700',
      port,
    },
  };
}

/** A free TCP port of 127.0.0.1. Another process may take it before its use. */
export async function freePort(): Promise<Address> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return {
    urlHost: urlHost({ port: String(port), folder: '' }),
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) },
  };
}

/** Makes the folder anew: it may hold files of a dead server or of a copied directory. */
export async function makeSocketFolder({ cluster }: Place, runner: Runner): Promise<void> {
  const folder = socketFolderIn(cluster);
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder, { mode: 0o700 });
  await changeOwner(runner, folder);
}
