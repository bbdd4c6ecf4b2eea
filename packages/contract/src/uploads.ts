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
  /** Lifetimes of a presigned PUT and of an unused file. */
  putMinutes: 10,
  unusedHours: 24,
  /** Safety, What students may not see: how long a signed address works. */
  signedMinutes: 10,
  filename: 255,
  /** Safety 4: maximum unused uploads of one account, and of all accounts of a school. */
  unclaimed: {
    student: { files: 30, bytes: 300 * MB },
    admin: { files: 300, bytes: 20_480 * MB },
    school: { files: 3_000, bytes: 40_960 * MB },
  },
  /** From this share of the limit on, the owner gets a warning. */
  storageWarningPercent: 90,
} as const;

/** B and C sections 5 and 8 fix some of the texts; the rest are ours. */
export const messages = {
  tooLarge: common.tooLarge,
  badgeTooLarge: 'O arquivo excede o tamanho máximo permitido de 1MB.',
  bannerVideoTooLarge: 'O tamanho limite para esse video é 25mb',
  wrongImage: 'Este arquivo não é uma imagem aceita. Envie png, jpeg, webp ou heic.',
  wrongBadge: 'Este arquivo não é uma imagem aceita. Envie png, jpeg, webp ou gif.',
  brokenImage: 'Não conseguimos ler esta imagem. Envie outra em png, jpeg, webp ou heic.',
  brokenBadge: 'Não conseguimos ler esta imagem. Envie outra em png, jpeg, webp ou gif.',
  tooManyPixels: 'A imagem tem pixels demais. O máximo são 40 megapixels.',
  tooNarrow: 'A imagem é estreita demais para ser cortada. Envie outra, mais larga ou mais alta.',
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

// Upload uses ------------------------------------------------------------------------------------

/** The server encodes images and captions again. It stores the other kinds unchanged. */
type FileKind = 'image' | 'video' | 'captions' | 'file';
/** The state of a file that may need conversion. Only a `ready` one is shown. */
export type FileState = 'pending' | 'converting' | 'ready' | 'refused';

interface UploadUse {
  kind: FileKind;
  bytes: number;
  /** The people who may upload a file for this use. */
  access: Access;
  /** The address needs a signature. The server gives it only to viewers with access. */
  signed: boolean;
  /** The image is scaled down to fit this box. `exact`: it is cropped to these pixels. */
  width?: number;
  height?: number;
  exact?: boolean;
  /** The server accepts GIF in place of HEIC, and keeps animations. */
  animated?: boolean;
  /** The message for a file that is too large. */
  tooLarge?: string;
}

const look = { kind: 'image', bytes: limits.image, access: 'admin', signed: false } as const;

/** The uses of files. A stored file can serve only the use of its upload. */
const uses = {
  /** Backgrounds, covers, login banners: images without a box of their own. */
  image: { ...look, width: 1920, height: 1920 },
  logo: { ...look, width: 960, height: 960 },
  favicon: { ...look, width: 256, height: 256 },
  banner: { ...look, width: 1920, height: 1080, exact: true },
  banner_vertical: { ...look, width: 1080, height: 1920, exact: true },
  community_cover: { ...look, width: 1600, height: 900, exact: true },
  badge: {
    ...look,
    bytes: limits.badge,
    tooLarge: messages.badgeTooLarge,
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
  /** A course or a list of people to import. The server deletes it after the import. */
  import_file: { kind: 'file', bytes: limits.importFile, access: 'admin', signed: true },
  reward_file: { kind: 'file', bytes: limits.image, access: 'admin', signed: true },
  post_image: { ...look, access: 'member', signed: true, width: 1920, height: 1920 },
  post_video: { kind: 'video', bytes: limits.file, access: 'member', signed: true },
  post_file: { kind: 'file', bytes: limits.file, access: 'member', signed: true },
} as const satisfies Record<string, UploadUse>;

/** The purpose of an uploaded file. */
export type FileUse = keyof typeof uses;
/** A use whose files are images. */
export type ImageUse = {
  [Name in FileUse]: (typeof uses)[Name]['kind'] extends 'image' ? Name : never;
}[FileUse];
/** The sizes and types that a use accepts. */
export const ruleOf = (use: FileUse): UploadUse => uses[use];
const usesOf = <Name extends FileUse>(condition: (use: UploadUse) => boolean) =>
  (Object.keys(uses) as FileUse[]).filter((name) => condition(uses[name])) as [Name, ...Name[]];

const imageUses = usesOf<ImageUse>(({ kind }) => kind === 'image');
const allUses = usesOf<FileUse>(() => true);

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/heic'] as const;

/** A file part of any call that takes an image. */
export const imagePart: FileRule = { bytes: limits.image, types: imageTypes };

// Routes -----------------------------------------------------------------------------------------

const filename = z.string(common.required).check(
  z.trim(),
  z.minLength(1, common.required),
  z.refine((name: string) => characterCount(name) <= limits.filename, common.fileNameTooLong),
);
const pathParam = z.string().check(z.maxLength(200));

const UploadRequest = body({
  filename,
  /** In bytes. The upload must have exactly this length. */
  size: z.int(common.invalid).check(z.minimum(1, common.invalid)),
  type: z.optional(z.string().check(z.maxLength(200))),
  use: z.enum(allUses),
});

/** The browser sends the file with PUT to `url`, with this Content-Type, and then saves `path`. */
const UploadTarget = z.object({ path: z.string(), url: z.string(), type: z.string() });
/** The fields themselves (contract, Communities, settled too), and `data` as in other answers. */
const AnnouncedUpload = z.object({ ...UploadTarget.shape, data: UploadTarget });

/** An uploaded image in pixels. `path` goes into the thing that uses it. */
export const StoredImage = z.object({
  path: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
});
export type StoredImage = z.output<typeof StoredImage>;

/** The storage that a school's files use, and its limit. */
const StorageUse = z.object({
  files: z.int(),
  used_bytes: z.int(),
  limit_bytes: z.int(),
  /** Per student. */
  student_limit_bytes: z.int(),
});
export type StorageUse = z.output<typeof StorageUse>;

const FileStatus = z.object({
  path: z.string(),
  state: z.enum(['pending', 'converting', 'ready', 'refused']),
  /** The message about the state; empty if there is none. */
  message: z.string(),
  url: z.string(),
});

/**
 * C section 2, Upload box, B section 7 and contract, Banners. Video: announce, then PUT the bytes.
 */
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
    answer: AnnouncedUpload,
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
 * The files themselves. `s` and `e` are the signature and its expiry, `l` and `p` the lesson or
 * post that it names. `w` is the wanted width of an image. `view=1` shows a PDF inline instead of downloading it.
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
      p: z.optional(z.string()),
      view: z.optional(z.string()),
    }),
  }),
};
