type CartridgeErrorCode =
  | 'not_zip'
  | 'no_manifest'
  | 'bad_manifest'
  | 'too_large'
  | 'unsafe_path'
  | 'encrypted'
  | 'damaged';

const cartridgeMessages: Record<CartridgeErrorCode, string> = {
  not_zip:
    'Este arquivo não é um .imscc nem um .zip. Exporte o curso como Common Cartridge e envie de novo.',
  no_manifest:
    'Não encontramos o imsmanifest.xml neste arquivo. Confira se ele foi exportado como Common Cartridge.',
  bad_manifest:
    'Não conseguimos ler o imsmanifest.xml deste arquivo. Exporte o curso de novo e tente outra vez.',
  too_large: 'O conteúdo deste arquivo, descompactado, é grande demais para ser importado.',
  unsafe_path:
    'Por segurança, não importamos este arquivo: ele traz caminhos que saem da própria pasta.',
  encrypted: 'Este arquivo está protegido por senha. Envie uma cópia sem senha.',
  damaged:
    'Este arquivo chegou incompleto ou danificado. Exporte o curso de novo e tente outra vez.',
};

/** The whole cartridge is refused. The message is a sentence for the person. */
export class CartridgeError extends Error {
  code: CartridgeErrorCode;

  constructor(code: CartridgeErrorCode, cause?: unknown) {
    super(cartridgeMessages[code], cause === undefined ? undefined : { cause });
    this.name = 'CartridgeError';
    this.code = code;
  }
}

/** Whether a code from another process names a refusal of a cartridge. */
export const isCartridgeErrorCode = (code: unknown): code is CartridgeErrorCode =>
  typeof code === 'string' && Object.hasOwn(cartridgeMessages, code);

type PartErrorCode = 'missing' | 'damaged' | 'too_big' | 'malformed' | 'entities';

const partMessages: Record<PartErrorCode, string> = {
  missing: 'O conteúdo não veio no arquivo enviado, por isso ficou de fora.',
  damaged: 'O conteúdo está danificado no arquivo enviado, por isso ficou de fora.',
  too_big: 'O texto é grande demais para uma aula, por isso ficou de fora.',
  malformed: 'O conteúdo tem erros de formato que impedem a leitura, por isso ficou de fora.',
  entities:
    'O conteúdo declara entidades XML, que por segurança não aceitamos, por isso ficou de fora.',
};

/** One part of the cartridge cannot be read. The report names it, and the import continues. */
export class PartError extends Error {
  code: PartErrorCode;

  constructor(code: PartErrorCode, cause?: unknown) {
    super(partMessages[code], cause === undefined ? undefined : { cause });
    this.name = 'PartError';
    this.code = code;
  }
}
