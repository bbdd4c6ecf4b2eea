/** Says that a browser forbids copying. Without TLS every browser does. */
export const notCopied = 'O navegador não deixou copiar. Copie o link do campo.';

/** Copies a text. False where the browser forbids it. */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
