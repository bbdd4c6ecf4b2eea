import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The functions of libheif (WebAssembly) that we use. The package has no types for them. */
interface LibHeif {
  ready: Promise<unknown>;
  heif_context_alloc(): unknown;
  heif_context_read_from_memory(context: unknown, file: Uint8Array): { code: unknown };
  heif_js_context_get_list_of_top_level_image_IDs(context: unknown): number[] | Failure;
  heif_js_context_get_image_handle(context: unknown, id: number): Handle | Failure;
  heif_image_handle_is_primary_image(handle: Handle): number;
  heif_image_handle_has_alpha_channel(handle: Handle): number;
  heif_image_handle_get_width(handle: Handle): number;
  heif_image_handle_get_height(handle: Handle): number;
  heif_js_decode_image2(
    handle: Handle,
    colorspace: unknown,
    chroma: unknown,
  ): Promise<{ channels: Plane[] } | Failure>;
  heif_error_code: { heif_error_Ok: unknown };
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGB: unknown; heif_chroma_interleaved_RGBA: unknown };
}
type Handle = { readonly handle: unique symbol };
interface Failure {
  code: unknown;
  message: string;
}
interface Plane {
  width: number;
  height: number;
  /** Bytes from one row to the next. */
  stride: number;
  /** A view of the decoder's memory, not a copy. */
  data: Uint8Array;
}

interface OpenedHeic {
  width: number;
  height: number;
  decode(): Promise<{ data: Uint8Array; width: number; height: number; channels: 3 | 4 }>;
}

/**
 * Opens the main image of a phone's photo, upright. The pixels are not copied out of the decoder's
 * memory: a copy of 40 megapixels would exceed the memory limit of the process.
 */
export async function openHeic(path: string): Promise<OpenedHeic> {
  const heif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as LibHeif;
  await heif.ready;
  const context = heif.heif_context_alloc();
  const { code } = heif.heif_context_read_from_memory(context, await readFile(path));
  if (code !== heif.heif_error_code.heif_error_Ok) throw new Error('no HEIC container');
  const ids = orThrow(heif.heif_js_context_get_list_of_top_level_image_IDs(context));
  const images = ids.map((id) => orThrow(heif.heif_js_context_get_image_handle(context, id)));
  const image =
    images.find((handle) => heif.heif_image_handle_is_primary_image(handle)) ?? images[0];
  if (!image) throw new Error('no image inside');
  return {
    width: heif.heif_image_handle_get_width(image),
    height: heif.heif_image_handle_get_height(image),
    async decode() {
      const channels = heif.heif_image_handle_has_alpha_channel(image) ? 4 : 3;
      const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } =
        heif.heif_chroma;
      const [plane] = orThrow(
        await heif.heif_js_decode_image2(
          image,
          heif.heif_colorspace.heif_colorspace_RGB,
          channels === 4 ? rgba : rgb,
        ),
      ).channels;
      const { width, height } = plane!;
      return { data: withoutPadding(plane!, width * channels), width, height, channels };
    },
  };
}

/** Removes the padding between the rows, in place. */
function withoutPadding({ data, height, stride }: Plane, rowBytes: number) {
  if (stride !== rowBytes)
    for (let at = 1; at < height; at += 1)
      data.copyWithin(at * rowBytes, at * stride, at * stride + rowBytes);
  return data.subarray(0, rowBytes * height);
}

function orThrow<T extends object>(answer: T | Failure | null): T {
  if (!answer || 'code' in answer) throw new Error((answer as Failure | null)?.message ?? 'broken');
  return answer as T;
}
