"""What was measured, as a table and as JSON, with each goal and whether it is reached."""

import datetime
import os
import platform
import re
import shutil
import subprocess

PEAK_MB = 80  # of any feed
SIZES = [  # file, its peer's, and how many times as large it may be
    ("XLSX, 20 columns", "dropbridge", "encoding/json + excelize's StreamWriter", 1.1),
    ("CSV and its .gz", "dropbridge", "DuckDB piped into pigz -p2 -6", 1.15),
]
VERSIONS = {"go": ["version"], "node": ["--version"], "php": ["--version"], "python3": ["--version"], "wrk": ["-v"], "pigz": ["--version"],
            "xmllint": ["--version"]}


def rate(results):
    """Adds to each result its ratios to the first of its task, and whether its goal is reached."""
    first = {}
    for r in results:
        own = first.setdefault(r["task"], r)
        r["ratio"] = r["seconds"] / own["seconds"]
        r["cpu_ratio"] = r["cpu"] / own["cpu"] if r["cpu"] and own["cpu"] else None
        r["reached"] = None if r["goal"] is None else r["ratio"] <= r["goal"] if r["ceiling"] else r["ratio"] >= r["goal"]
    return results


def bounds(results):
    """Goals of size and of memory."""
    of = {(r["task"], r["program"]): r for r in results}
    out = []
    for task, own, peer, most in SIZES:
        if (task, own) in of and (task, peer) in of:
            found = of[task, own]["bytes"] / of[task, peer]["bytes"]
            out.append(dict(what=f"{task}: its file beside that of {peer}", found=round(found, 3), most=most, reached=found <= most))
    feeds = [r for r in results if r["program"] == "dropbridge" and r["peak_mb"]]
    if feeds:
        peak = max(r["peak_mb"] for r in feeds)
        out.append(dict(what="peak MB of a feed", found=round(peak), most=PEAK_MB, reached=peak <= PEAK_MB))
    return out


def environment():
    """The day, the machine and the versions of what is installed."""
    found = {}
    for program, flags in VERSIONS.items():
        if shutil.which(program):
            said = subprocess.run([program, *flags], capture_output=True, text=True)
            number = re.search(r"\d+(\.\d+)+|\d{5,}", said.stdout + said.stderr)
            found[program] = number[0] if number else "?"
    return dict(day=datetime.date.today().isoformat(), cores=os.cpu_count(), machine=f"{platform.system()} {platform.machine()}", versions=found)


def heading(place):
    versions = ", ".join(f"{name} {version}" for name, version in place["versions"].items())
    return f"{place['day']}, {place['cores']} cores, {place['machine']}; {versions}"


def figure(value, digits=2):
    return "–" if value is None else f"{value:.{digits}f}"


def yes(reached):
    return {None: "", True: "yes", False: "no"}[reached]


def show(place, command, results, limits, missing):
    print(f"\n`{command}`: {heading(place)}\n")
    print("| work | program | seconds | × ours | goal | reached | CPU s | × ours | peak MB | file MB |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for r in results:
        goal = "" if r["goal"] is None else f"{'≤' if r['ceiling'] else '≥'} {r['goal']}"
        size = None if r["bytes"] is None else r["bytes"] / 1e6
        print(f"| {r['task']} | {r['program']} | {figure(r['seconds'])} | {figure(r['ratio'])} | {goal} | {yes(r['reached'])} "
              f"| {figure(r['cpu'])} | {figure(r['cpu_ratio'])} | {figure(r['peak_mb'], 0)} | {figure(size, 1)} |")
    print()
    for limit in limits:
        print(f"{limit['what']}: {limit['found']}, goal ≤ {limit['most']}: {'reached' if limit['reached'] else 'not reached'}")
    for peer in missing:
        print(f"not installed: {peer}")
