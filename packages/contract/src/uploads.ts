import * as z from 'zod/mini';
import { body, characterCount, dataOf, route, type Access, type FileRule } from './core.ts';
import { messages as common } from './messages.ts';

const MB = 1_048_576;

/** C section 9: 1 MB is 1,048,576 bytes. The limits are inclusive. */
export const limits = {
  image: 15 * MB,
  badge: 1 * MB,
  bannerVideo: 25 * MB,
  lessonVideo: 2048 * MB,
  captions: 2 * MB,
  file: 100 * MB,
  importFile: 500 * MB,
  /** Safety, Files. */
  pixels: 40_000_000,
  frames: 200,
  /** A presigned PUT; a file that nothing uses. */
  putMinutes: 10,
  unusedHours: 24,
  /** Safety, What students may not see: how long the address of a file opens by itself. */
  signedMinutes: 10,
  filename: 255,
  /** Safety 4: uploads that nothing uses yet, of one account, and of all accounts of a school. */
  unclaimed: {
    student: { files: 30, bytes: 300 * MB },
    admin: { files: 300, bytes: 20_480 * MB },
    school: { files: 3_000, bytes: 40_960 * MB },
  },
  /** From here on the owner is told that the space runs out. */
  storageWarningPercent: 90,
} as const;

/** B and C sections 5 and 8 where they are fixed; the rest are ours. */
export const messages = {
  tooLarge: common.tooLarge,
  bannerVideoTooLarge: 'O tamanho limite para esse video é 25mb',
  wrongImage: 'Este arquivo não é uma imagem aceita. Envie png, jpeg, webp ou heic.',
  brokenImage: 'Não conseguimos ler esta imagem. Envie outra em png, jpeg, webp ou heic.',
  tooManyPixels: 'A imagem tem pixels demais. O máximo são 40 megapixels.',
  tooManyFrames: 'A animação tem quadros demais. O máximo são 200.',
  tooHeavy: 'Esta imagem é pesada demais para ser processada. Envie uma versão menor.',
  wrongVideo: 'Este arquivo não é um vídeo aceito. Envie mp4 ou webm.',
  wrongCaptions: 'Este arquivo não é uma legenda aceita. Envie vtt ou srt.',
  notConvertible: 'Não conseguimos converter este vídeo. Envie mp4 ou webm.',
  converting: 'Convertendo',
  incomplete: 'O arquivo chegou incompleto. Envie de novo.',
  alreadySent: 'Este envio já foi concluído.',
  expired: 'O prazo deste envio terminou. Comece de novo.',
  notUploaded: 'O arquivo não foi encontrado. Envie de novo.',
  schoolStorageFull:
    'O espaço da escola para arquivos acabou. Apague o que não usa ou peça mais espaço a quem administra a plataforma.',
  ownStorageFull: 'O seu espaço para arquivos acabou. Apague arquivos que você enviou.',
  tooManyUnclaimed:
    'Há envios demais que ainda não foram usados. Salve o que enviou ou tente de novo amanhã.',
  storageFull: 'Não há espaço para guardar o arquivo agora. Tente de novo mais tarde.',
} as const;

// What a file is for -----------------------------------------------------------------------------

/** Images and captions are made anew here; the others are kept as they come. */
type FileKind = 'image' | 'video' | 'captions' | 'file';
export type FileState = 'pending' | 'converting' | 'ready' | 'refused';

interface UploadUse {
  kind: FileKind;
  bytes: number;
  /** Who may upload for it. */
  access: Access;
  /** Its address opens only with a signature, which the server gives to those with the right. */
  signed: boolean;
  /** An image fits into this box; `exact`: it is cut to these pixels. */
  width?: number;
  height?: number;
  exact?: boolean;
  /** Animated images stay animated; GIF is accepted. */
  animated?: boolean;
  /** What is said where the file is too large. */
  tooLarge?: string;
}

const look = { kind: 'image', bytes: limits.image, access: 'admin', signed: false } as const;

/** Every purpose that a file may have. A file serves the one it was uploaded for. */
const uses = {
  /** Backgrounds, covers, login banners: whatever has no box of its own. */
  image: { ...look, width: 1920, height: 1920 },
  logo: { ...look, width: 960, height: 960 },
  favicon: { ...look, width: 256, height: 256 },
  banner: { ...look, width: 1920, height: 1080, exact: true },
  banner_vertical: { ...look, width: 1080, height: 1920, exact: true },
  community_cover: { ...look, width: 1600, height: 900, exact: true },
  badge: {
    ...look,
    bytes: limits.badge,
    width: 400,
    height: 400,
    exact: true,
    animated: true,
  },
  photo: { ...look, access: 'member', width: 400, height: 400, exact: true },
  banner_video: {
    kind: 'video',
    bytes: limits.bannerVideo,
    access: 'admin',
    signed: false,
    tooLarge: messages.bannerVideoTooLarge,
  },
  lesson_image: { ...look, signed: true, width: 1920, height: 1920 },
  lesson_video: { kind: 'video', bytes: limits.lessonVideo, access: 'admin', signed: true },
  lesson_captions: { kind: 'captions', bytes: limits.captions, access: 'admin', signed: true },
  lesson_file: { kind: 'file', bytes: limits.file, access: 'admin', signed: true },
  /** A course or a list of people on its way in; gone when the import has ended. */
  import_file: { kind: 'file', bytes: limits.importFile, access: 'admin', signed: true },
  reward_file: { kind: 'file', bytes: limits.image, access: 'admin', signed: true },
  post_image: { ...look, access: 'member', signed: true, width: 1920, height: 1920 },
  post_video: { kind: 'video', bytes: limits.file, access: 'member', signed: true },
  post_file: { kind: 'file', bytes: limits.file, access: 'member', signed: true },
} as const satisfies Record<string, UploadUse>;

export type FileUse = keyof typeof uses;
export type ImageUse = {
  [Name in FileUse]: (typeof uses)[Name]['kind'] extends 'image' ? Name : never;
}[FileUse];
export const ruleOf = (use: FileUse): UploadUse => uses[use];
const usesOf = <Name extends FileUse>(wanted: (use: UploadUse) => boolean) =>
  (Object.keys(uses) as FileUse[]).filter((name) => wanted(uses[name])) as [Name, ...Name[]];

const imageUses = usesOf<ImageUse>(({ kind }) => kind === 'image');
const allUses = usesOf<FileUse>(() => true);

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/heic'] as const;

/** A file part of any call that takes an image. */
export const imagePart: FileRule = { bytes: limits.image, types: imageTypes };

// Calls ------------------------------------------------------------------------------------------

const filename = z.string(common.required).check(
  z.trim(),
  z.minLength(1, common.required),
  z.refine((name: string) => characterCount(name) <= limits.filename, common.tooLong),
);
const pathParam = z.string().check(z.maxLength(200));

const UploadRequest = body({
  filename,
  /** In bytes; what is sent must have exactly this length. */
  size: z.int(common.invalid).check(z.minimum(1, common.invalid)),
  type: z.optional(z.string().check(z.maxLength(200))),
  use: z.enum(allUses),
});

/** `path` is what is saved; the file goes with PUT to `url`, with this Content-Type. */
const UploadTarget = z.object({ path: z.string(), url: z.string(), type: z.string() });

export const StoredImage = z.object({
  path: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
});
export type StoredImage = z.output<typeof StoredImage>;

/** What a school's files take, and how much they may. */
const StorageUse = z.object({
  files: z.int(),
  used_bytes: z.int(),
  limit_bytes: z.int(),
  /** Of each student. */
  student_limit_bytes: z.int(),
});
export type StorageUse = z.output<typeof StorageUse>;

const FileStatus = z.object({
  path: z.string(),
  state: z.enum(['pending', 'converting', 'ready', 'refused']),
  /** What to tell the person about the state; empty where there is nothing to tell. */
  message: z.string(),
  url: z.string(),
});

export const uploads = {
  image: route('POST', '/api/v1/uploads/image', {
    access: 'member',
    source: 'ours',
    status: 201,
    body: body({ use: z._default(z.enum(imageUses), 'image') }),
    files: { file: imagePart },
    answer: dataOf(StoredImage),
  }),
  announce: route('POST', '/api/v1/uploads', {
    access: 'member',
    source: 'ours',
    status: 201,
    body: UploadRequest,
    answer: dataOf(UploadTarget),
  }),
  announceBannerVideo: route(
    'POST',
    '/api/auth/config/plataforma/bannersCustom/upload-video/create-link-upload-video',
    {
      access: 'admin',
      source: 'B',
      body: body({ filename }),
      answer: z.object({ path: z.string(), url: z.string() }),
    },
  ),
  send: route('PUT', '/api/v1/uploads/{id}', {
    access: 'member',
    source: 'ours',
    answer: dataOf(FileStatus),
  }),
  status: route('GET', '/api/v1/uploads', {
    access: 'member',
    source: 'ours',
    query: z.object({ path: pathParam }),
    answer: dataOf(FileStatus),
  }),
  storage: route('GET', '/api/v1/storage', {
    access: 'admin',
    source: 'ours',
    answer: dataOf(StorageUse),
  }),
};

/**
 * Files themselves; `s` and `e` are the signature and its end, `l` the lesson that it names, `w` the wanted width of an image; `view=1`
 * shows a PDF instead of handing it over.
 */
export const files = {
  show: route('GET', '/files/{school}/{name}', {
    access: 'public',
    source: 'ours',
    params: { name: pathParam },
    query: z.object({
      w: z.optional(z.string()),
      s: z.optional(z.string()),
      e: z.optional(z.string()),
      l: z.optional(z.string()),
      view: z.optional(z.string()),
    }),
  }),
};
