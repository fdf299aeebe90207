"""Reads locale files with Python's own parsers. Arguments: a format and files. Prints a line of JSON for each file:
{"values": {path: text}} or {"error": reason}."""
import csv, gettext, io, json, pathlib, plistlib, re, subprocess, sys, tempfile, tomllib
import xml.etree.ElementTree as xml
from xml.dom import minidom


def flat(value, path=()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, (*path, str(key)))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from flat(inner, (*path, str(index)))
    elif isinstance(value, str):
        yield path, value


def read_json(data):
    return flat(json.loads(data.decode('utf-8-sig')))


def read_xcstrings(data):
    """The other values of a catalog are states and format specifiers."""
    return ((path, text) for path, text in read_json(data) if path[-2:] == ('stringUnit', 'value'))


def read_toml(data):
    return flat(tomllib.loads(data.decode('utf-8-sig')))


def read_plist(data):
    return flat(plistlib.loads(data))


def read_strings(data):
    """As Core Foundation reads old-style property lists, from which the package is translated."""
    import openstep_plist
    text = data.decode('utf-16' if data[:2] in (b'\xff\xfe', b'\xfe\xff') else 'utf-8-sig')
    return flat(openstep_plist.loads(text) or {})


def read_csv(data):
    text = data.decode('utf-8-sig')
    dialect = csv.Sniffer().sniff(text.split('\n', 1)[0], delimiters=',;\t')
    for row, cells in enumerate(csv.reader(io.StringIO(text, newline=''), delimiter=dialect.delimiter)):
        for column, cell in enumerate(cells):
            yield (str(row), str(column)), cell


def name_of(element):
    return element.tag.rsplit('}', 1)[-1]


def read_resx(data):
    for element in xml.fromstring(data).iter('data'):
        if 'type' not in element.attrib and 'mimetype' not in element.attrib:
            yield (element.get('name'),), element.findtext('value') or ''


def read_xml(data):
    """Yields the texts of all elements that contain no others, and of all attributes."""
    def texts(element, path):
        for name, value in element.attrib.items():
            yield (*path, name), value
        if len(element) == 0:
            yield path, element.text or ''
        for index, child in enumerate(element):
            yield from texts(child, (*path, f'{name_of(child)} {index}'))
    return texts(xml.fromstring(data), ())


def read_xliff(data):
    index = 0
    for element in xml.fromstring(data).iter():
        if name_of(element) in ('trans-unit', 'segment'):
            for child in element:
                if name_of(child) == 'target' and len(child) == 0:
                    yield (str(index),), child.text or ''
            index += 1


def run(folder, *command):
    """Runs a command in a folder; raises its message if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(done.stderr.strip())


def read_po(data):
    """Compiles the file with msgfmt, fuzzy translations included, and reads the result."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, 'file.po').write_bytes(data)
        run(folder, 'msgfmt', '--use-fuzzy', '-o', 'file.mo', 'file.po')
        with open(pathlib.Path(folder, 'file.mo'), 'rb') as compiled:
            # The catalog keeps contexts and numbered forms, which the functions of the module hide.
            for key, text in gettext.GNUTranslations(compiled)._catalog.items():
                if key not in ('', ('', 0)):
                    yield (json.dumps(key),), text


def text_of_ts(element):
    """Returns the text of an element of a .ts file; characters that XML lacks are elements."""
    return (element.text or '') + ''.join(
        (chr(int(child.get('value').replace('x', '0x', 1), 0)) if child.tag == 'byte' else '') + (child.tail or '')
        for child in element)


def read_qt(data):
    """Compiles the file with Qt's lrelease, unfinished translations included, and reads what lconvert finds in the
    result."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, 'file.ts').write_bytes(data)
        run(folder, 'lrelease', '-silent', 'file.ts', '-qm', 'file.qm')
        run(folder, 'lconvert', '-i', 'file.qm', '-of', 'ts', '-o', 'compiled.ts')
        for context in xml.parse(pathlib.Path(folder, 'compiled.ts')).iter('context'):
            for message in context.iter('message'):
                path = [context.findtext('name') or ''] + [
                    text_of_ts(part) for part in map(message.find, ('source', 'comment')) if part is not None]
                translation = message.find('translation')
                forms = translation.findall('numerusform') or [translation]
                for index, form in enumerate(forms):
                    yield (*path, str(index)), text_of_ts(form)


def fields(message):
    """Yields the number and the value of each field of a protocol buffer's message."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        tag = varint()
        if tag & 7 == 0:
            yield tag >> 3, varint()
            continue
        size = {1: 8, 5: 4}.get(tag & 7) or varint()
        yield tag >> 3, message[at:at + size]
        at += size


def all_of(message, *numbers):
    """Returns the fields at the end of a path of field numbers."""
    found = [message]
    for number in numbers:
        found = [value for inner in found for own, value in fields(inner) if own == number]
    return found


def read_android(data):
    """Compiles the file with aapt2, and reads the strings of its table; those with styles are skipped. The numbers are
    those of frameworks/base/tools/aapt2/Resources.proto in the Android Open Source Project."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, 'res/values/strings.xml')
        source.parent.mkdir(parents=True)
        source.write_bytes(data)
        run(folder, 'aapt2', 'compile', '-o', '.', 'res/values/strings.xml')
        flat_file = pathlib.Path(folder, 'values_strings.arsc.flat').read_bytes()
    table = flat_file[24:24 + int.from_bytes(flat_file[16:24], 'little')]
    for kind in all_of(table, 2, 3):
        for entry in all_of(kind, 3):
            path = (all_of(kind, 2)[0].decode(), all_of(entry, 2)[0].decode())
            items = [item for value in all_of(entry, 6, 2)
                     for item in all_of(value, 4) + all_of(value, 5, 4, 1, 3) + all_of(value, 5, 5, 1, 4)]
            for index, item in enumerate(items):
                for text in all_of(item, 2, 1):
                    yield (*path, str(index)), text.decode()


def text_content(node):
    """Returns the text of a node and of those in it, without comments, as DOM's `textContent`."""
    if node.nodeType in (node.TEXT_NODE, node.CDATA_SECTION_NODE):
        return node.data
    return ''.join(text_content(child) for child in node.childNodes if child.nodeType != node.COMMENT_NODE)


def elements_in(node):
    return [child for child in node.childNodes if child.nodeType == node.ELEMENT_NODE]


def read_resources(data, shown):
    """Yields the texts of Android's elements, each as `shown` makes it; those with elements are skipped."""
    for element in elements_in(minidom.parseString(data).documentElement):
        items = [element] if element.tagName == 'string' else elements_in(element)
        for index, item in enumerate(items):
            if not elements_in(item):
                yield (element.tagName, element.getAttribute('name'), str(index)), shown(text_content(item))


def read_compose(data):
    """As the Gradle plugin of Compose Multiplatform converts values: `\\n` is no line break."""
    def shown(text):
        pairs = {match.start() for match in re.finditer(r'\\\\', text)}
        def decoded(match):
            escape = match.group(0)
            if match.start() - 1 in pairs:
                return escape
            return {'n': '\n', 't': '\t'}.get(escape[1]) or chr(int(escape[2:], 16))
        return re.sub(r'\\u[a-fA-F\d]{4}|\\n|\\t', decoded, text).replace('\\\\', '\\')
    return read_resources(data, shown)


def read_moko(data):
    """As the Gradle plugin of moko-resources reads values."""
    def shown(text):
        lines = re.sub(r'[ \t\v\f\r]*\n[ \t\n\v\f\r]*', ' ', text).replace('\\n', '\n')
        return re.sub(r"\\(['\"?])", r'\1', lines)
    return read_resources(data, shown)


readers = {'android': read_android, 'compose': read_compose, 'moko': read_moko, 'xcstrings': read_xcstrings, 'json': read_json, 'toml': read_toml, 'plist': read_plist, 'csv': read_csv, 'resx': read_resx, 'strings': read_strings, 'xml': read_xml,
           'xliff': read_xliff, 'po': read_po, 'qt': read_qt}
for name in sys.argv[2:]:
    try:
        with open(name, 'rb') as file:
            print(json.dumps({'values': {'\x1f'.join(path): text for path, text in readers[sys.argv[1]](file.read())}}))
    except Exception as error:
        print(json.dumps({'error': f'{type(error).__name__}: {error}'}))
