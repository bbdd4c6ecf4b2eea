import { translate } from '@vitrine/contract/texts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { Cartridge } from '../../src/features/imports/cartridge/cartridge.ts';
import { CartridgeError } from '../../src/features/imports/cartridge/errors.ts';
import type { CartridgeLimits } from '../../src/features/imports/cartridge/limits.ts';
import { readCartridge } from '../../src/features/imports/cartridge/read-cartridge.ts';
import { type RawEntry, rawZip } from './raw-zip.ts';

let folder: Promise<string> | undefined;
let count = 0;

afterAll(async () => {
  if (folder !== undefined) await rm(await folder, { recursive: true, force: true });
  folder = undefined;
});

/** Writes a file that the tests of this process read, and returns its path. */
export async function onDisk(bytes: Buffer | string): Promise<string> {
  folder ??= mkdtemp(path.join(tmpdir(), 'cartridge-'));
  count += 1;
  const file = path.join(await folder, `${count}.imscc`);
  await writeFile(file, bytes);
  return file;
}

/** The files of an archive, by their path. */
export type Files = Record<string, string | Buffer>;

/** The entries of an archive with these files. */
export function entriesOf(files: Files): RawEntry[] {
  return Object.entries(files).map(([name, data]) => ({ name, data }));
}

/** Reads a cartridge of these files, and closes it. */
export async function read(
  files: Files | RawEntry[],
  limits: Partial<CartridgeLimits> = {},
): Promise<Cartridge> {
  const bytes = rawZip(Array.isArray(files) ? files : entriesOf(files));
  const cartridge = await readCartridge(await onDisk(bytes), limits);
  await cartridge.close();
  return cartridge;
}

/** The code with which a cartridge is refused; 'accepted' if it is not. */
export async function refusal(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof CartridgeError) return error.code;
    throw error;
  }
  return 'accepted';
}

/** An `<item>` of the organisation. `inside` holds its children. */
export function item(title: string, resource = '', inside = ''): string {
  const ref = resource === '' ? '' : ` identifierref="${resource}"`;
  return `<item identifier="item_${resource}"${ref}>${title === '' ? '' : `<title>${title}</title>`}${inside}</item>`;
}

/** A `<resource>` with one file. `inside` holds its dependencies. */
export function resource(id: string, type: string, href: string, inside = ''): string {
  return `<resource identifier="${id}" type="${type}" href="${href}"><file href="${href}"/>${inside}</resource>`;
}

/** A whole manifest with these items and resources. */
export function manifest(items: string, resources: string, title = 'Curso de teste'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
    <manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1" xmlns:lomimscc="urn:lom">
      <metadata><lomimscc:lom><lomimscc:general><lomimscc:title><lomimscc:string>${title}</lomimscc:string>
      </lomimscc:title></lomimscc:general></lomimscc:lom></metadata>
      <organizations><organization identifier="o"><item identifier="LearningModules">${items}</item></organization></organizations>
      <resources>${resources}</resources>
    </manifest>`;
}

/** The report as its reader gets it. */
export const reported = ({ report }: Cartridge) =>
  report.map(({ item: name, message, values }) => ({
    item: name,
    message: translate('pt', message, values),
  }));

/** Module titles with the titles of their lessons. */
export function shape(cartridge: Cartridge): Record<string, string[]> {
  return Object.fromEntries(
    cartridge.modules.map((one) => [one.title, one.lessons.map((lesson) => lesson.title)]),
  );
}
