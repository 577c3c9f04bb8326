<?php
// Exports the catalogue by json_decode with fputcsv or XMLWriter.
// usage: php peer.php csv|yml URL FILE

[, $format, $url, $file] = $argv;
$out = fopen($file, 'w');

function products(string $url): Generator
{
    for ($page = 1, $total = 1; $page <= $total; $page++) {
        $answer = json_decode(file_get_contents("$url/api/products?page=$page&per_page=200"), true);
        $total = $answer['meta']['total_pages'];
        yield from $answer['data'];
    }
}

function csv($out, string $url): void
{
    fputcsv($out, ['id', 'sku', 'name', 'description', 'brand', 'barcode', 'category', 'currency', 'drop_price', 'rrp',
        'min_order_quantity', 'quantity', 'availability', 'tier_1_price', 'tier_2_price', 'tier_3_price',
        'image_1', 'image_2', 'image_3', 'url'], ',', '"', '');
    foreach (products($url) as $p) {
        fputcsv($out, [$p['id'], $p['sku'], $p['name'], $p['description'], $p['brand'], $p['barcode'],
            implode(' > ', $p['category']['path']), $p['currency'], $p['drop_price'], $p['rrp'],
            $p['min_order_quantity'], $p['quantity'], $p['availability'],
            $p['wholesale_tiers'][0]['price'], $p['wholesale_tiers'][1]['price'], $p['wholesale_tiers'][2]['price'],
            $p['images'][0], $p['images'][1], $p['images'][2], $p['url']], ',', '"', '');
    }
}

function yml($out, string $url): void
{
    $w = new XMLWriter();
    $w->openMemory();
    $w->startDocument('1.0', 'UTF-8');
    $w->startElement('yml_catalog');
    $w->startElement('shop');
    $w->startElement('offers');
    $count = 0;
    foreach (products($url) as $p) {
        $w->startElement('offer');
        $w->writeAttribute('id', $p['id']);
        $w->writeAttribute('available', $p['availability'] === 'in_stock' ? 'true' : 'false');
        $w->writeElement('url', $p['url']);
        $w->writeElement('price', $p['rrp']);
        $w->writeElement('drop_price', $p['drop_price']);
        $w->startElement('prices');
        foreach ($p['wholesale_tiers'] as $tier) {
            $w->startElement('price');
            $w->writeElement('value', $tier['price']);
            $w->writeElement('quantity', (string) $tier['min_quantity']);
            $w->endElement();
        }
        $w->endElement();
        $w->writeElement('currencyId', $p['currency']);
        $w->writeElement('categoryId', $p['category']['id']);
        foreach ($p['images'] as $image) {
            $w->writeElement('picture', $image);
        }
        $w->writeElement('name', $p['name']);
        $w->writeElement('vendor', $p['brand']);
        $w->writeElement('vendorCode', $p['sku']);
        $w->writeElement('barcode', $p['barcode']);
        $w->writeElement('quantity_in_stock', (string) $p['quantity']);
        $w->writeElement('description', $p['description']);
        foreach ($p['attributes'] as $a) {
            $w->startElement('param');
            $w->writeAttribute('name', $a['name']);
            $w->text($a['value']);
            $w->endElement();
        }
        $w->endElement();
        if (++$count % 200 === 0) {
            fwrite($out, $w->flush());
        }
    }
    $w->endDocument();
    fwrite($out, $w->flush());
}

$format === 'csv' ? csv($out, $url) : yml($out, $url);
fflush($out);
fsync($out);
fclose($out);
