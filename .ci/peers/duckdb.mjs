// Exports the catalogue from NDJSON on the disk by DuckDB, on as many threads as it takes.
// usage: node duckdb.mjs NDJSON FILE (FILE.gz is packed by `pigz -6` from a pipe)
import { DuckDBInstance } from '@duckdb/node-api';

const [, , from, to] = process.argv;
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
const db = await (await DuckDBInstance.create(':memory:')).connect();
await db.run(`copy (
  select id, sku, name, description, brand, barcode, array_to_string(category.path, ' > ') as category, currency,
    drop_price, rrp, min_order_quantity, quantity, availability,
    wholesale_tiers[1].price as tier_1_price, wholesale_tiers[2].price as tier_2_price, wholesale_tiers[3].price as tier_3_price,
    images[1] as image_1, images[2] as image_2, images[3] as image_3, url
  from read_ndjson(${quoted(from)}, columns = {id: 'varchar', sku: 'varchar', name: 'varchar', description: 'varchar',
    brand: 'varchar', barcode: 'varchar', category: 'struct(id varchar, path varchar[])', currency: 'varchar',
    drop_price: 'varchar', rrp: 'varchar', min_order_quantity: 'integer', quantity: 'integer', availability: 'varchar',
    wholesale_tiers: 'struct(min_quantity integer, price varchar)[]', images: 'varchar[]', url: 'varchar'})
) to ${quoted(to)} (format csv, header)`);
