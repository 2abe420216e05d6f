<?php
// Computes and does nothing else: ?n= rounds of integer arithmetic.
$value = 1;
for ($round = (int) ($_GET['n'] ?? 1000); $round > 0; $round--) {
    $value = ($value * 1664525 + 1013904223) & 0xffffffff;
}
echo $value, "\n";
