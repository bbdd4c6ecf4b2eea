import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { SeededRandom } from '../random.ts';
import { family, mutations, patched, type Content } from './kind.ts';

const box = (name: string, content: Buffer, size = content.length + 8) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size >>> 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const brand = box('ftyp', Buffer.from('isom\0\0\0\0isom'));
const video = (...more: Buffer[]) => Buffer.concat([brand, ...more]);
const long = (name: string, size: bigint) => {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(name, 4, 'latin1');
  head.writeBigUInt64BE(size, 8);
  return head;
};
const within = (depth: number): Buffer => {
  let content = Buffer.alloc(0) as Buffer;
  for (let at = 0; at < depth; at += 1) content = box(at % 2 ? 'trak' : 'mdia', content);
  return box('moov', content);
};

const videos = (): Record<string, Content> => ({
  'only its brand': video(),
  'a box of no bytes': video(box('mdat', Buffer.alloc(0), 0)),
  'a box of one byte': video(box('free', Buffer.alloc(0), 7)),
  'a box of 4 GiB': video(box('moov', Buffer.alloc(100), 0xffffffff)),
  'a box of 2^63 bytes': video(long('moov', 2n ** 63n)),
  'a box of 2^64 bytes': video(long('moov', 2n ** 64n - 1n)),
  'a long box of no bytes': video(long('moov', 0n)),
  '100,000 empty boxes': video(
    ...Array.from({ length: 100_000 }, () => box('free', Buffer.alloc(0))),
  ),
  '2,000 boxes in each other': video(within(2_000)),
  'an index of 33 MB': () => video(box('moov', Buffer.alloc(33 * 1_048_576))),
  '100,000 tracks': video(
    box('moov', Buffer.concat(Array.from({ length: 100_000 }, () => box('trak', Buffer.alloc(0))))),
  ),
  'a brand that nobody knows': patched(video(box('moov', Buffer.alloc(8))), 8, '00000000'),
  'a page inside': video(box('mdat', Buffer.from('<html><script>alert(1)</script></html>'))),
});

const ebml = (hex: string, more = 500) =>
  Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from(hex, 'hex'), Buffer.alloc(more)]);
const pdf = (inside: string) =>
  `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${inside}>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n99999999\n%%EOF`;
const tar = (name: string, type: string, target = '') => {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write('0000777\0', 100);
  head.write('77777777777\0', 124);
  head.write(type, 156);
  head.write(target, 157);
  head.write('ustar\x0000', 257);
  return Buffer.concat([head, Buffer.alloc(1_024)]);
};

const others = (): Record<string, Content> => ({
  'WebM of an unknown size': ebml('01ffffffffffffff'),
  'WebM of no type': ebml('80'),
  'WebM of a type of 2^56 bytes': ebml('8a428201ffffffffffffff'),
  Matroska: ebml('8b4282886d6174726f736b61'),
  'AVI that states 4 GiB': Buffer.concat([
    Buffer.from('RIFF\xff\xff\xff\xffAVI LIST\xff\xff\xff\xff', 'latin1'),
    Buffer.alloc(500),
  ]),
  'AVI of nothing': Buffer.from('RIFF\0\0\0\0AVI '),
  'FLV of nothing': Buffer.from('464c5601050000000900000000', 'hex'),
  'MPEG of nothing': Buffer.concat([Buffer.from('000001ba44000400', 'hex'), Buffer.alloc(200)]),
  'a playlist of files': '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n',
  'a list of ffmpeg': 'ffconcat version 1.0\nfile /etc/passwd\n',
  'PDF with a script': pdf('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'),
  'PDF that starts a program': pdf('/OpenAction<</S/Launch/F(calc.exe)>>'),
  'PDF of pages in each other': pdf(''),
  'PDF that names a file': pdf('/OpenAction<</S/URI/URI(file:///etc/passwd)>>'),
  'PDF that is a page': `%PDF-1.7\n<html><script>alert(1)</script></html>`,
  'PDF with its mark late': `${' '.repeat(1_000)}${pdf('')}`,
  'a page': '<!DOCTYPE html><script>alert(document.cookie)</script>',
  'a page of XML':
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
  'a program of Windows': Buffer.from('MZ'.padEnd(500, '\0')),
  'a program of Linux': Buffer.from('\x7fELF'.padEnd(500, '\0')),
  'a script of a shell': '#!/bin/sh\nid\n',
  'a link of Windows': Buffer.from(
    `4c0000000114020000000000c000000000000046${'00'.repeat(100)}`,
    'hex',
  ),
  'an old document': Buffer.from(`d0cf11e0a1b11ae1${'ff'.repeat(600)}`, 'hex'),
  'gzip that grows': () => gzipSync(Buffer.alloc(100_000_000)),
  'tar with a symlink': tar('a', '2', '/etc/passwd'),
  'tar above the folder': tar('../../tmp/torture-slip', '0'),
  '7-Zip': Buffer.from(`377abcaf271c0004${'ff'.repeat(200)}`, 'hex'),
  RAR: Buffer.from(`526172211a070100${'ff'.repeat(200)}`, 'hex'),
  XZ: Buffer.from(`fd377a585a00${'ff'.repeat(200)}`, 'hex'),
  Zstandard: Buffer.from(`28b52ffd${'ff'.repeat(200)}`, 'hex'),
  'one byte': 'x',
  '20 MB of NUL': () => Buffer.alloc(20_000_000),
  'a megabyte of FF': Buffer.alloc(1_048_576, 255),
  'MP3 with a mark of 256 MB': Buffer.concat([
    Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'),
    Buffer.alloc(5_000),
  ]),
  'OGG of nothing': Buffer.concat([Buffer.from('OggS'), Buffer.alloc(50, 255)]),
  'a font of 65,535 tables': Buffer.from(`00010000ffff${'ff'.repeat(500)}`, 'hex'),
});

/** Hostile and broken videos and other files. `media` is the folder of the good ones. */
export async function binaries(random: SeededRandom, media: string) {
  const [mp4, webm] = await Promise.all(
    ['with-sound.mp4', 'film.webm'].map((name) => readFile(`${media}/${name}`)),
  );
  return [
    ...family('video, MP4 with', 'aula.mp4', videos()),
    ...family('video, MP4', 'aula.mp4', mutations(mp4!, random, 5)),
    ...family('video, WebM', 'aula.webm', mutations(webm!, random, 3)),
    ...family('file', 'anexo.bin', others()),
  ];
}
