interface SharedImage {
  image: Blob;
  name: string;
  text: string;
  url: string;
}

/**
 * Offers an image to the apps of the device. False if the browser cannot share files: the caller
 * then saves it.
 */
export async function shareImage({ image, name, text, url }: SharedImage): Promise<boolean> {
  const files = [new File([image], name, { type: image.type })];
  if (!navigator.canShare?.({ files })) return false;
  try {
    await navigator.share({ files, text: `${text} ${url}` });
    return true;
  } catch (error) {
    // The person closed the sheet.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** Saves the image as a file of this name. */
export function saveImage({ image, name }: Pick<SharedImage, 'image' | 'name'>) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(image);
  link.download = name;
  link.click();
  // Some browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
}

const REVOKE_MS = 10_000;
