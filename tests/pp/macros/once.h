#pragma once
only once
