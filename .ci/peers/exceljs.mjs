// Exports the catalogue by exceljs' streaming writer.
// usage: node exceljs.mjs URL FILE
import ExcelJS from 'exceljs';

const [, , url, file] = process.argv;
const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: file, useStyles: false, useSharedStrings: false });
const sheet = book.addWorksheet('Sheet1');
sheet.addRow(['id', 'sku', 'name', 'description', 'brand', 'barcode', 'category', 'currency', 'drop_price', 'rrp',
  'min_order_quantity', 'quantity', 'availability', 'tier_1_price', 'tier_2_price', 'tier_3_price',
  'image_1', 'image_2', 'image_3', 'url']).commit();
for (let page = 1, total = 1; page <= total; page++) {
  const answer = await (await fetch(`${url}/api/products?page=${page}&per_page=200`)).json();
  total = answer.meta.total_pages;
  for (const p of answer.data) {
    sheet.addRow([p.id, p.sku, p.name, p.description, p.brand, p.barcode, p.category.path.join(' > '), p.currency,
      p.drop_price, p.rrp, p.min_order_quantity, p.quantity, p.availability,
      ...p.wholesale_tiers.map((tier) => tier.price), ...p.images, p.url]).commit();
  }
}
await book.commit();
