interface SharedPicture {
  picture: Blob;
  name: string;
  text: string;
  url: string;
}

/**
 * Offers a picture to the apps of the device. False where the browser cannot share files, and the
 * caller saves it instead.
 */
export async function sharePicture({ picture, name, text, url }: SharedPicture): Promise<boolean> {
  const files = [new File([picture], name, { type: picture.type })];
  if (!navigator.canShare?.({ files })) return false;
  try {
    await navigator.share({ files, text: `${text} ${url}` });
    return true;
  } catch (trouble) {
    // The person closed the sheet: nothing is to be done.
    return trouble instanceof DOMException && trouble.name === 'AbortError';
  }
}

/** Saves the picture as a file of this name. */
export function savePicture({ picture, name }: Pick<SharedPicture, 'picture' | 'name'>) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  // Some browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
}

const REVOKE_MS = 10_000;
