/** The limits against zip bombs and hostile manifests (contract, Import). */
export interface CartridgeLimits {
  /** Entries in the archive, folders included. */
  entries: number;
  /** Everything unpacked. */
  total_bytes: number;
  /** Maximum size of an unpacked entry, in times of its packed size… */
  ratio: number;
  /** …once it is larger than this, in bytes. */
  ratio_from_bytes: number;
  /** One XML document or one page. */
  text_bytes: number;
  /** Characters of all lessons and quizzes together. They are held in memory. */
  text_total: number;
  xml_depth: number;
  /** Elements of one document. They are held in memory. */
  xml_elements: number;
  /** Items of the organisation. */
  items: number;
  report_lines: number;
}

const MEBIBYTE = 1024 * 1024;

/** Ours. Exports of real courses stay far below. */
export const cartridgeLimits: CartridgeLimits = {
  entries: 50_000,
  total_bytes: 2048 * MEBIBYTE,
  ratio: 200,
  ratio_from_bytes: MEBIBYTE,
  text_bytes: 20 * MEBIBYTE,
  text_total: 100 * MEBIBYTE,
  xml_depth: 200,
  xml_elements: 200_000,
  items: 20_000,
  report_lines: 2_000,
};
