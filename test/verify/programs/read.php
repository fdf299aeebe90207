<?php
// Reads a PHP file that returns an array, or an .ini file as Joomla reads it. Prints a line of JSON.
function flat($value, $path, &$found)
{
    if (is_array($value)) {
        foreach ($value as $key => $inner) {
            flat($inner, [...$path, (string) $key], $found);
        }
    } elseif (is_string($value)) {
        $found[implode("\x1f", $path)] = $value;
    }
}

$kind = $argv[1];
$name = $argv[2];
$isAnswered = false;
register_shutdown_function(function () use (&$isAnswered) {
    if (!$isAnswered) {
        ob_end_clean();
        echo json_encode(['error' => 'The file ends the program']), "\n";
    }
});
try {
    ob_start();
    $data = match ($kind) {
        'ini' => @parse_ini_file($name, true, INI_SCANNER_RAW),
        'ini-normal' => @parse_ini_file($name, true),
        default => (static fn () => include $name)(),
    };
    ob_end_clean();
    if (!is_array($data)) {
        throw new Exception('No array');
    }
    $found = [];
    flat($data, [], $found);
    if ($kind === 'ini') {
        // LanguageHelper::parseIniFile of Joomla 4, and the quote of Joomla 3.
        $found = str_replace('\\"', '"', str_replace('"_QQ_"', '"', $found));
    }
    echo json_encode(['values' => (object) $found], JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR), "\n";
} catch (Throwable $error) {
    echo json_encode(['error' => get_class($error) . ': ' . $error->getMessage()]), "\n";
}
$isAnswered = true;
