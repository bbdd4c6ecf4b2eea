/**
 * As SQL: the number of members who hold a product. Nobody sees an account that waits for its erasure,
 * so it does not count. Few accounts do, so they are taken off.
 */
export const holdersOf = (productId: string) => `(
  (SELECT count(*) FROM member_products mp WHERE mp.product_id = ${productId})
  - (SELECT count(*) FROM member_erasures e
     JOIN member_products mp ON mp.member_id = e.member_id AND mp.product_id = ${productId}))`;
